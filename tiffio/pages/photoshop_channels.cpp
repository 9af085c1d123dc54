#include "tiffio/pages/photoshop_channels.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/unicode/characters.h"
#include "tiffio/file_piece.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::size_t most_channels = 64;
constexpr std::uint64_t most_blocks = 1 << 16;    // identifiers have 16 bits
constexpr std::uint64_t alpha_names = 1006;       // Pascal strings
constexpr std::uint64_t unicode_names = 1045;     // lengths and UTF-16
constexpr std::uint64_t display_info = 1077;      // a version, then 13 bytes for each channel
constexpr std::uint64_t display_bytes = 13;       // of which the last is the kind
constexpr std::uint64_t old_display_info = 1007;  // 14 bytes for each channel
constexpr std::uint64_t old_display_bytes = 14;   // of which the last but one is the kind
constexpr std::uint64_t kind_offset = 12;
constexpr std::uint64_t spot_kind = 2;       // the others are masks
constexpr std::uint64_t longest_name = 256;  // characters that are looked at

/// The data of a block, from `begin` to `end` within the resources.
struct ResourceBlock {
  std::uint64_t id = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Follows the blocks of the resources, and reads those that describe channels.
class Resources {
 public:
  Resources(const InputFile& file, const HiddenTag& tag)
      : file_(file), in_(file, tag.offset, tag.bytes), is_whole_(in_.size() == tag.bytes) {}

  Result<std::vector<PhotoshopChannel>> channels() {
    if (const Status status = find_blocks(); !status.ok()) return status.error();
    std::vector<PhotoshopChannel> channels;
    for (const bool is_spot : spots_) channels.push_back({.name = {}, .is_spot = is_spot});
    const auto& block = unicode_ ? unicode_ : names_;
    if (!has_spots() || !block) return channels;
    const auto names = unicode_ ? unicode_strings(*block) : pascal_strings(*block);
    if (!names.ok()) return names.error();
    for (std::size_t i = 0; i < std::min(names->size(), channels.size()); ++i) channels[i].name = (*names)[i];
    if (in_.error() != 0) return unreadable();
    return channels;
  }

 private:
  /// Stops where no later block can matter: what is behind may be damaged.
  Status find_blocks() {
    std::uint64_t count = 0;
    for (std::uint64_t at = 0; in_[at] != 0 && !is_enough();) {  // programs fill up with zeros
      if (++count > most_blocks) return damaged("have more blocks than there are kinds of them");
      const auto block = block_at(at);
      if (!block.ok()) return block.error();
      if (const Status status = keep(*block); !status.ok()) return status;
      at = block->end + (block->end - block->begin) % 2;
    }
    if (in_.error() != 0) return unreadable();
    if (!is_whole_ && !is_enough()) return damaged("are cut off");
    if (old_display_ && !has_display_) return read_kinds(*old_display_, old_display_->begin, old_display_bytes);
    return {};
  }

  Result<ResourceBlock> block_at(std::uint64_t at) {
    const std::uint64_t name_bytes = in_[at + 6];
    const std::uint64_t size_at = at + 7 + (name_bytes | 1);  // with its length padded to an even number
    const ResourceBlock block{
        .id = in_.big_endian(at + 4, 2), .begin = size_at + 4, .end = size_at + 4 + in_.big_endian(size_at, 4)};
    for (std::uint64_t i = 0; i < 4; ++i) {
      if (in_.holds(at + i) && std::isalnum(static_cast<int>(in_[at + i])) == 0)
        return damaged("are damaged at byte " + std::to_string(at));
    }
    if (!in_.holds(block.begin - 1)) return damaged("are cut off");
    if (block.end > in_.size()) return damaged("are cut off in block " + std::to_string(block.id));
    return block;
  }

  Status keep(const ResourceBlock& block) {
    if (block.id == alpha_names && !names_) names_ = block;
    if (block.id == unicode_names && !unicode_) unicode_ = block;
    if (block.id == old_display_info && !old_display_) old_display_ = block;
    if (block.id != display_info || has_display_) return {};
    has_display_ = true;
    constexpr std::uint64_t version_bytes = 4;
    if (block.end - block.begin < version_bytes) return damaged_in(block);
    return read_kinds(block, block.begin + version_bytes, display_bytes);
  }

  Status read_kinds(const ResourceBlock& block, std::uint64_t begin, std::uint64_t bytes) {
    if ((block.end - begin) % bytes != 0) return damaged_in(block);
    for (std::uint64_t at = begin; at < block.end && spots_.size() < most_channels; at += bytes) {
      const std::uint64_t kind = in_[at + kind_offset];
      if (kind > spot_kind) return damaged_in(block);
      spots_.push_back(kind == spot_kind);
    }
    return {};
  }

  Result<std::vector<std::string>> pascal_strings(const ResourceBlock& block) {
    std::vector<std::string> names;
    for (std::uint64_t at = block.begin; at < block.end && names.size() < most_channels;) {
      const std::uint64_t bytes = in_[at++];
      if (bytes > block.end - at) return damaged_in(block);
      std::string name;
      for (std::uint64_t i = 0; i < bytes; ++i) name += static_cast<char>(in_[at + i]);
      names.push_back(ink_name(name));
      at += bytes;
    }
    return names;
  }

  Result<std::vector<std::string>> unicode_strings(const ResourceBlock& block) {
    constexpr std::uint64_t length_bytes = 4;
    std::vector<std::string> names;
    for (std::uint64_t at = block.begin; at < block.end && names.size() < most_channels;) {
      const std::uint64_t bytes = 2 * in_.big_endian(at, length_bytes);
      if (block.end - at < length_bytes || bytes > block.end - at - length_bytes) return damaged_in(block);
      at += length_bytes;
      names.push_back(utf8_of(at, std::min(bytes / 2, longest_name)));
      at += bytes;
    }
    return names;
  }

  /// The UTF-16 text of at most `units` numbers at `at`.
  std::string utf8_of(std::uint64_t at, std::uint64_t units) {
    std::string text;
    for (std::uint64_t i = 0; i < units; ++i) {
      auto code = static_cast<std::uint32_t>(in_.big_endian(at + 2 * i, 2));
      if (code == 0) break;
      const auto next = i + 1 < units ? static_cast<std::uint32_t>(in_.big_endian(at + 2 * i + 2, 2)) : 0;
      const bool is_pair = code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000;
      if (is_pair) code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
      if (is_pair) ++i;
      unicode::append(text, code >= 0xd800 && code < 0xe000 ? U'?' : static_cast<char32_t>(code));
    }
    return ink_name(text);
  }

  [[nodiscard]] bool has_spots() const { return std::find(spots_.begin(), spots_.end(), true) != spots_.end(); }
  [[nodiscard]] bool is_enough() const { return has_display_ && (unicode_ || !has_spots()); }

  [[nodiscard]] Error damaged(const std::string& how) const {
    if (in_.error() != 0) return unreadable();
    return file_error(file_.name(), "its Photoshop resources (tag 34377) " + how + ", so its spot inks are not known",
                      "get the page again, or save it again in Photoshop");
  }
  [[nodiscard]] Error damaged_in(const ResourceBlock& block) const {
    return damaged("are damaged in block " + std::to_string(block.id));
  }
  [[nodiscard]] Error unreadable() const {
    return file_error(file_.name(), std::string("cannot be read: ") + std::strerror(in_.error()), "check the disk",
                      ErrorCode::unreadable);
  }

  const InputFile& file_;
  FilePiece in_;
  bool is_whole_;  // in the file
  std::optional<ResourceBlock> names_;
  std::optional<ResourceBlock> unicode_;
  std::optional<ResourceBlock> old_display_;
  bool has_display_ = false;
  std::vector<bool> spots_;  // whether each channel is one
};

}  // namespace

Result<std::vector<PhotoshopChannel>> photoshop_channels(const InputFile& file, const HiddenTag& tag) {
  return Resources(file, tag).channels();
}

}  // namespace platerip::tiffio
