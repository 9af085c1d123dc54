#include "rip/pages/other_formats.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/unicode/characters.h"
#include "base/unicode/names.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using namespace std::string_view_literals;

// What to do, and a command for a shell, in which FILE is the page's file and NAME a name made from it. The commands
// keep the resolution or set one.
constexpr auto image_magick_of_few_colours =  // or it writes a palette
    "make a page of it: convert FILE -type TrueColorAlpha NAME.tif"sv;
constexpr auto image_magick_of_layers =  // without [0], a page of each layer
    "make a page of it: convert FILE'[0]' NAME.tif"sv;
constexpr auto netpbm = "make a page of it: pnmtopnm FILE | platerip -"sv;

struct OtherKind {
  std::string_view name;
  std::string_view magic;
  std::size_t at;  ///< position of the magic bytes
  std::string_view remedy;
};

constexpr std::array other_kinds = {
    OtherKind{"a GIF", "GIF8"sv, 0, image_magick_of_few_colours},
    OtherKind{"a WebP", "WEBP"sv, 8, image_magick_of_few_colours},
    OtherKind{"a Photoshop document", "8BPS"sv, 0, image_magick_of_layers},
    OtherKind{"a PNM in plain text", "P1"sv, 0, netpbm},
    OtherKind{"a PNM in plain text", "P2"sv, 0, netpbm},
    OtherKind{"a PNM in plain text", "P3"sv, 0, netpbm},
};

std::string filled_in(std::string_view command, const std::string& file, const std::string& name) {
  constexpr auto file_here = "FILE"sv;
  constexpr auto name_here = "NAME"sv;
  std::string text;
  while (!command.empty()) {
    const bool is_file = command.starts_with(file_here);
    const bool is_name = command.starts_with(name_here);
    text += is_file ? file : is_name ? name : std::string(1, command.front());
    command.remove_prefix(is_file ? file_here.size() : is_name ? name_here.size() : 1);
  }
  return text;
}

// The name of what is made from a file. A shell takes it as it is.
std::string name_of(const std::string& file) {
  std::string name = unicode::safe_in_file_names(std::filesystem::path(file).stem().string());
  name.erase(0, std::min(name.find_first_not_of("._-"), name.size()));
  return name.empty() ? "page" : name;
}

}  // namespace

std::string in_shell(const std::string& file) {
  constexpr auto plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-"sv;
  if (file.empty() || tiffio::printable(file) != file || !unicode::is_utf8(file)) return "FILE";
  const std::string path = "-%@"sv.find(file.front()) == std::string::npos ? file : "./" + file;  // these are options
  if (path.find_first_not_of(plain) == std::string::npos) return path;
  std::string quoted;
  for (const char c : path) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return "'" + quoted + "'";
}

std::string no_page(std::string_view begin, const std::string& file) {
  for (const OtherKind& kind : other_kinds) {
    if (begin.size() < kind.at || !begin.substr(kind.at).starts_with(kind.magic)) continue;
    return "is " + std::string(kind.name) + "; " + filled_in(kind.remedy, in_shell(file), name_of(file));
  }
  return "is not a page in a known format; give PDF, TIFF, PNG, JPEG, binary PBM, PGM, PPM or PAM, or CUPS or PWG "
         "raster down a pipe";
}

}  // namespace platerip::rip
