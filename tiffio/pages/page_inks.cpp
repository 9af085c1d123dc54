#include "tiffio/pages/page_inks.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::uint64_t longest_names = std::uint64_t{1} << 16;
// What printtarg writes into the tag ImageDescription.
constexpr std::string_view words_of_argyll = "Test chart created with Argyll";

Error unread(const TiffHandle& handle, const std::string& tag) {
  return file_error(handle.file().name(), "its tag " + tag + " cannot be read", "save the page again");
}

/// The first `count` bytes of a tag's values, or those before the end of the file.
Result<std::string> bytes_of(const TiffHandle& handle, const HiddenTag& tag, std::uint64_t count) {
  if (tag.offset >= static_cast<std::uint64_t>(handle.file().size())) return std::string();
  std::string bytes(std::min(count, tag.bytes), '\0');
  const std::int64_t got =
      handle.file().read_some(static_cast<std::int64_t>(tag.offset), reinterpret_cast<std::byte*>(bytes.data()),
                              static_cast<std::int64_t>(bytes.size()));
  if (got < 0) {
    return file_error(handle.file().name(), "cannot be read: " + std::generic_category().message(errno),
                      "check the disk", ErrorCode::unreadable);
  }
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

/// The first number of a tag; nothing if the page lacks the tag, or has 0.
Result<std::optional<std::uint64_t>> read_number(const TiffHandle& handle, const HiddenTag& tag, const char* name) {
  if (tag.count == 0) return std::optional<std::uint64_t>();
  const bool is_number = tag.type == TIFF_BYTE || tag.type == TIFF_SHORT || tag.type == TIFF_LONG;
  if (!is_number) return unread(handle, name);
  const auto size = static_cast<std::uint64_t>(TIFFDataWidth(static_cast<TIFFDataType>(tag.type)));
  const auto bytes = bytes_of(handle, tag, size);
  if (!bytes.ok()) return bytes.error();
  if (bytes->size() < size) return unread(handle, name);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i)
    number = number << 8 | static_cast<unsigned char>((*bytes)[handle.directory().big_endian ? i : size - 1 - i]);
  return number == 0 ? std::nullopt : std::optional(number);
}

/// At most `longest` bytes of a text; empty if the page lacks it.
Result<std::string> read_text(const TiffHandle& handle, const HiddenTag& tag, std::uint64_t longest) {
  const bool is_text = tag.type == TIFF_ASCII || tag.type == TIFF_BYTE || tag.type == TIFF_UNDEFINED;
  return is_text ? bytes_of(handle, tag, longest) : std::string();
}

/// The names, each of which ends with a NUL; a last one may lack it.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    names.push_back(ink_name(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!names.empty() && names.back().empty()) names.pop_back();
  return names;
}

/// Without what libtiff adds if the tag describes too few samples. An old tag, which it translates, also counts.
std::vector<std::uint16_t> extra_samples(const TiffHandle& handle) {
  std::uint16_t count = 0;
  const std::uint16_t* kinds = nullptr;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds);
  const bool is_described = std::any_of(kinds, kinds + count, [](std::uint16_t kind) { return kind != 0; });
  const std::uint64_t in_file = handle.directory().extra_samples;
  if (in_file == 0 && !is_described) return {};
  if (in_file > 0 && in_file < count) count = static_cast<std::uint16_t>(in_file);
  return {kinds, kinds + count};
}

}  // namespace

Result<SampleTags> read_sample_tags(const TiffHandle& handle, SampleTags::Space space, int samples) {
  const Directory& directory = handle.directory();
  const auto ink_set = read_number(handle, directory.ink_set, "InkSet");
  if (!ink_set.ok()) return ink_set.error();
  const auto inks = read_number(handle, directory.number_of_inks, "NumberOfInks");
  if (!inks.ok()) return inks.error();
  const auto names = read_text(handle, directory.ink_names, longest_names);
  if (!names.ok()) return names.error();
  const auto description = read_text(handle, directory.image_description, words_of_argyll.size());
  if (!description.ok()) return description.error();
  SampleTags tags{.space = space,
                  .samples = samples,
                  .ink_set = *ink_set,
                  .number_of_inks = *inks,
                  .ink_names = split(*names),
                  .extra_samples = extra_samples(handle),
                  .photoshop_channels = {},
                  .is_argyll_chart = *description == words_of_argyll};
  if (directory.photoshop.count == 0 || !needs_photoshop(tags)) return tags;
  auto channels = photoshop_channels(handle.file(), directory.photoshop);
  if (!channels.ok()) return channels.error();
  tags.photoshop_channels = *std::move(channels);
  return tags;
}

}  // namespace platerip::tiffio
