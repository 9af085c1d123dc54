#include "rip/pages/page_kind.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace platerip::rip {
namespace {

using namespace std::string_view_literals;

bool begins(std::string_view begin, std::initializer_list<std::string_view> magics) {
  return std::any_of(magics.begin(), magics.end(), [&](std::string_view magic) { return begin.starts_with(magic); });
}

// Commands that keep the resolution or set one.
constexpr auto ghostscript = "gs -q -r600 -sDEVICE=tiff24nc -o page.tif FILE"sv;
constexpr auto image_magick = "convert FILE page.tif"sv;
constexpr auto image_magick_of_few_colours = "convert FILE -type TrueColorAlpha page.tif"sv;  // or it writes a palette
constexpr auto image_magick_of_layers = "convert 'FILE[0]' page.tif"sv;  // without [0], a page of each layer
constexpr auto netpbm = "pnmtopnm FILE | platerip -"sv;

struct OtherKind {
  std::string_view name;
  std::string_view magic;
  std::size_t at;  ///< position of the magic bytes
  std::string_view command;
};

constexpr std::array other_kinds = {
    OtherKind{"a PDF", "%PDF"sv, 0, ghostscript},
    OtherKind{"PostScript", "%!"sv, 0, ghostscript},
    OtherKind{"PostScript", "\xc5\xd0\xd3\xc6"sv, 0, ghostscript},
    OtherKind{"a JPEG", "\xff\xd8\xff"sv, 0, image_magick},
    OtherKind{"a PNG", "\x89PNG"sv, 0, image_magick_of_few_colours},
    OtherKind{"a GIF", "GIF8"sv, 0, image_magick_of_few_colours},
    OtherKind{"a WebP", "WEBP"sv, 8, image_magick_of_few_colours},
    OtherKind{"a Photoshop document", "8BPS"sv, 0, image_magick_of_layers},
    OtherKind{"a PNM in plain text", "P1"sv, 0, netpbm},
    OtherKind{"a PNM in plain text", "P2"sv, 0, netpbm},
    OtherKind{"a PNM in plain text", "P3"sv, 0, netpbm},
};

}  // namespace

PageKind page_kind(std::string_view begin) {
  if (begins(begin, {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv})) return PageKind::tiff;
  if (begins(begin, {"P4", "P5", "P6", "P7"})) return PageKind::pnm;
  if (begins(begin, {"RaSt", "RaS2", "RaS3", "tSaR", "2SaR", "3SaR"})) return PageKind::raster;
  return PageKind::other;
}

std::string no_page(std::string_view begin) {
  for (const OtherKind& kind : other_kinds) {
    if (begin.size() < kind.at || !begin.substr(kind.at).starts_with(kind.magic)) continue;
    return "is " + std::string(kind.name) + "; make a page of it: " + std::string(kind.command);
  }
  return "is not a page in a known format; give TIFF, binary PBM, PGM, PPM or PAM, or CUPS or PWG raster down a pipe";
}

Result<std::string> first_bytes(InputStream& stream) {
  const auto first = stream.peek(page_magic_bytes);
  if (!first.ok()) return first.error();
  if (first->empty()) return Error{stream.name() + ": nothing came; send a page"};
  return std::string(reinterpret_cast<const char*>(first->data()), first->size());
}

}  // namespace platerip::rip
