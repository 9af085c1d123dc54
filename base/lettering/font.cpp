#include "base/lettering/font.h"

#include <array>
#include <cstddef>

namespace platerip::lettering {
namespace {

// A glyph is a list of strokes, separated by spaces. A stroke is a list of points of two characters each: the column as
// a digit and the row as a letter. Row D is the baseline, L the top of capitals, I the top of small letters, A the
// deepest descender. A capital row letter is a point on the line; a small one is the control point of a quadratic
// curve.
struct Glyph {
  char character;
  int width;
  const char* strokes;
};

constexpr Glyph glyphs[] = {
    {'A', 6, "0D3L6D 1G5G"},
    {'B', 5, "0D0L3L5l5J5h3H0H 3H5h5F5d3D0D"},
    {'C', 6, "6J6l3L0l0H0d3D6d6F"},
    {'D', 6, "0D0L2L6l6H6d2D0D"},
    {'E', 5, "5D0D0L5L 0H4H"},
    {'F', 5, "0D0L5L 0H4H"},
    {'G', 6, "6J6l3L0l0H0d3D6d6F6H4H"},
    {'H', 6, "0D0L 6D6L 0H6H"},
    {'I', 0, "0D0L"},
    {'J', 4, "4L4F4d2D0d0F"},
    {'K', 5, "0D0L 5L0G 2H5D"},
    {'L', 4, "0L0D4D"},
    {'M', 7, "0D0L3F4F7L7D"},
    {'N', 6, "0D0L6D6L"},
    {'O', 6, "3L6l6H6d3D0d0H0l3L"},
    {'P', 5, "0D0L3L5l5J5h3H0H"},
    {'Q', 6, "3L6l6H6d3D0d0H0l3L 4F6D"},
    {'R', 5, "0D0L3L5l5J5h3H0H 3H5D"},
    {'S', 5, "5J5l3L0l0J0h3H5h5F5d3D0d0F"},
    {'T', 6, "3D3L 0L6L"},
    {'U', 6, "0L0G0d3D6d6G6L"},
    {'V', 6, "0L3D6L"},
    {'W', 8, "0L2D4K6D8L"},
    {'X', 6, "0D6L 0L6D"},
    {'Y', 6, "0L3H6L 3H3D"},
    {'Z', 6, "0L6L0D6D"},
    {'a', 4, "0I2I4i4G4D 4G2G0g0F0d2D4d4F"},
    {'b', 4, "0L0D 0F0d2D4d4F4G4i2I0i0G"},
    {'c', 4, "4H4i2I0i0G0F0d2D4d4E"},
    {'d', 4, "4L4D 4F4d2D0d0F0G0i2I4i4G"},
    {'e', 4, "0G4G4i2I0i0G0F0d2D4d4E"},
    {'f', 3, "3L1l1J1D 0I3I"},
    {'g', 4, "4I4B4a2A0A 4F4d2D0d0F0G0i2I4i4G"},
    {'h', 4, "0L0D 0G0i2I4i4G4D"},
    {'i', 0, "0D0I 0K0L"},
    {'j', 1, "1I1B1a0A 1K1L"},
    {'k', 4, "0L0D 4I0F 1G4D"},
    {'l', 1, "0L0E0d1D"},
    {'m', 6, "0D0I 0G0i2I3i3G3D 3G3i5I6i6G6D"},
    {'n', 4, "0D0I 0G0i2I4i4G4D"},
    {'o', 4, "2I4i4G4F4d2D0d0F0G0i2I"},
    {'p', 4, "0I0A 0F0d2D4d4F4G4i2I0i0G"},
    {'q', 4, "4I4A 4F4d2D0d0F0G0i2I4i4G"},
    {'r', 3, "0D0I 0G0i2I3I"},
    {'s', 4, "4H4i2I0i0H0g2G4g4E4d2D0d0E"},
    {'t', 3, "1L1F1d3D 0I3I"},
    {'u', 4, "0I0F0d2D4d4F 4I4D"},
    {'v', 4, "0I2D4I"},
    {'w', 6, "0I1D3H5D6I"},
    {'x', 4, "0I4D 0D4I"},
    {'y', 4, "0I2D 4I2D1A0A"},
    {'z', 4, "0I4I0D4D"},
    {'0', 5, "2L5l5H5d2D0d0H0l2L"},
    {'1', 3, "0J2L2D"},
    {'2', 5, "0J0l2L5l5J5h0D5D"},
    {'3', 5, "0K1L2L5l5J5h2H 2H5h5F5d2D0d0E"},
    {'4', 5, "4D4L0F5F"},
    {'5', 5, "5L0L0H2I5i5F5d2D0d0E"},
    {'6', 5, "4L0l0F0d2D5d5F5h2H0h0F"},
    {'7', 5, "0L5L2D"},
    {'8', 5, "2L5l5J5h2H0h0J0l2L 2H5h5F5d2D0d0F0h2H"},
    {'9', 5, "1D5d5J5l2L0l0J0h2H5h5J"},
    {'.', 0, "0D0D"},
    {',', 1, "1E0C"},
    {':', 0, "0D0D 0H0H"},
    {'-', 3, "0G3G"},
    {'+', 4, "0G4G 2E2I"},
    {'/', 4, "0C4L"},
    {'%', 6, "0D6L 1L2l2K2j1J0j0K0l1L 5G6g6F6d5D4d4E4g5G"},
    {'(', 1, "1L0i0H0f1C"},
    {')', 1, "0L1i1H1f0C"},
    {'&', 6, "6D1I1l3L4l4J4i2H0g0F0d2D5d5G"},
    {'\'', 0, "0L0J"},
    {'=', 4, "0F4F 0H4H"},
    {'|', 0, "0L0B"},
    {'!', 0, "0L0G 0D0D"},
    {'"', 2, "0L0J 2L2J"},
    {'#', 6, "1D2L 4D5L 0G6G 0J6J"},
    {'$', 5, "5J5k3K0k0J0h3H5h5F5e3E0e0F 3D3L"},
    {'*', 4, "2L2H 0K4I 0I4K"},
    {';', 1, "1E0C 1H1H"},
    {'<', 4, "4J0G4D"},
    {'>', 4, "0J4G0D"},
    {'@', 7, "5H5i3I2i2G2f3F5f5H5F7f7H7l4L0l0H0d4D6D"},
    {'[', 2, "2L0L0C2C"},
    {'\\', 4, "0L4C"},
    {']', 2, "0L2L2C0C"},
    {'^', 4, "0J2L4J"},
    {'_', 5, "0C5C"},
    {'`', 1, "0L1K"},
    {'{', 3, "3L1l1J1h0H1h1F1d3D"},
    {'}', 3, "0L2l2J2h3H2h2F2d0D"},
    {'~', 5, "0G1H3F4F5G"},
};

constexpr double cap_rows = 8;
constexpr double letter_space = 2.2;
constexpr double word_space = 4;

const Glyph* find_glyph(char c) {
  static const auto table = [] {
    std::array<const Glyph*, 256> by_character{};
    for (const Glyph& glyph : glyphs) by_character[static_cast<unsigned char>(glyph.character)] = &glyph;
    return by_character;
  }();
  return table[static_cast<unsigned char>(c)];
}

struct GlyphPoint {
  Point at;
  bool on_line = true;
};

/// Reads strokes and scales their points into place.
class Pen {
 public:
  Pen(std::vector<Segment>& segments, Point origin, double unit) : segments_(segments), origin_(origin), unit_(unit) {}

  void draw(const char* strokes) {
    for (const char* at = strokes; *at != '\0'; at += *at == ' ' ? 1 : 2) {
      if (*at == ' ') {
        started_ = false;
      } else {
        visit(read(at));
      }
    }
  }

 private:
  [[nodiscard]] GlyphPoint read(const char* at) const {
    const bool on_line = at[1] < 'a';
    const int row = at[1] - (on_line ? 'D' : 'd');
    return {{origin_.x + unit_ * (at[0] - '0'), origin_.y - unit_ * row}, on_line};
  }

  void visit(GlyphPoint point) {
    if (!point.on_line) {
      control_ = point.at;
      curving_ = true;
      return;
    }
    if (started_ && curving_) append_curve(segments_, last_, control_, point.at);
    if (started_ && !curving_) segments_.push_back({last_, point.at});
    last_ = point.at;
    started_ = true;
    curving_ = false;
  }

  std::vector<Segment>& segments_;
  Point origin_;
  double unit_;
  Point last_;
  Point control_;
  bool started_ = false;
  bool curving_ = false;
};

double advance(const Glyph* glyph) {
  return glyph == nullptr ? word_space : glyph->width + letter_space;
}

}  // namespace

std::vector<Segment> text_strokes(std::string_view text, Point start, double cap_height) {
  const double unit = cap_height / cap_rows;
  std::vector<Segment> segments;
  for (const char c : text) {
    const Glyph* glyph = find_glyph(c);
    if (glyph != nullptr) Pen(segments, start, unit).draw(glyph->strokes);
    start.x += unit * advance(glyph);
  }
  return segments;
}

double text_width(std::string_view text, double cap_height) {
  double width = 0;
  for (const char c : text) width += advance(find_glyph(c));
  return text.empty() ? 0 : (width - letter_space) * cap_height / cap_rows;
}

}  // namespace platerip::lettering
