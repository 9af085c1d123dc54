#include "rip/pages/page_formats.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "rip/pages/other_formats.h"
#include "rip/pages/pdf/pdf_format.h"
#include "rip/pages/separations.h"
#include "tiffio/input_file.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

Result<std::string> first_bytes_of(const std::string& path) {
  const auto file = tiffio::InputFile::open(path, tiffio::printable(path));
  if (!file.ok()) return file.error();
  std::array<std::byte, page_magic_bytes> bytes{};
  const std::int64_t got = (*file)->read_some(0, bytes.data(), static_cast<std::int64_t>(bytes.size()));
  const int reason = errno;
  if (got < 0)
    return Error{tiffio::printable(path) + ": cannot be read: " + std::strerror(reason), ErrorCode::unreadable};
  return std::string(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(got));
}

}  // namespace

const PageFormat* format_of(std::string_view begin) {
  const auto begins_so = [begin](std::string_view magic) { return begin.starts_with(magic); };
  const auto format = std::ranges::find_if(
      page_formats, [&](const PageFormat* each) { return std::ranges::any_of(each->magics, begins_so); });
  return format == page_formats.end() ? nullptr : *format;
}

std::optional<Error> other_format_in(const std::string& stream, std::string_view begin) {
  const PageFormat* const format = format_of(begin);
  if (format == nullptr) return std::nullopt;
  return Error{stream + ": its pages are followed by " + std::string(format->name) +
               "; send pages of one format, or give them as files"};
}

Result<FoundPages> find_pages(const std::string& path, const ReadSettings& settings) {
  if (is_folder(path)) return find_folder_page(path);
  const auto begin = first_bytes_of(path);
  if (!begin.ok()) return begin.error();
  const std::string name = tiffio::printable(path);
  if (begin->empty()) return Error{name + ": is empty; get the page again from where it came"};
  const PageFormat* const format = format_of(*begin);
  if (format == nullptr) return Error{name + ": " + no_page(*begin, path)};
  if (format->drawn) return find_drawn_pages(path, *format->drawn, settings);
  if (format->find_pages != nullptr) return format->find_pages(path);
  return Error{name + ": is " + std::string(format->name) + "; send it down a pipe: platerip - < " + in_shell(path)};
}

Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, MemoryRange memory, const ReadSettings& settings,
                                           int threads) {
  const auto first = stream.peek(page_magic_bytes);
  if (!first.ok()) return first.error();
  if (first->empty()) return Error{stream.name() + ": nothing came; send a page"};
  const std::string begin(reinterpret_cast<const char*>(first->data()), first->size());
  const PageFormat* const format = format_of(begin);
  if (format == nullptr) return Error{stream.name() + ": " + no_page(begin, "")};
  if (format->drawn) return open_drawn_stream(stream, *format->drawn, memory, settings, threads);
  if (!settings.pages.are_all())
    return Error{stream.name() + ": is " + std::string(format->name) + ", of which all pages are made",
                 ErrorCode::bad_setting,
                 {{.action = Advice::Action::leave_out, .setting = "pages"}}};
  if (format->open_stream != nullptr) return format->open_stream(stream, memory, settings.spool, threads);
  return Error{stream.name() + ": is " + std::string(format->name) + "; give its file by name: platerip FILE"};
}

}  // namespace platerip::rip
