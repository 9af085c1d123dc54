#include "rip/proofs/report/html/charts.h"

#include <algorithm>
#include <cmath>

#include "rip/proofs/report/verdict.h"

namespace platerip::rip {
namespace {

struct Box {
  double x;
  double y;
  double width;
  double height;
};

void open_chart(Html& html, int width, int height, const std::string& label) {
  html.open("svg", {{"class", "chart"},
                    {"viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)},
                    {"role", "img"},
                    {"aria-label", label}});
}

void rectangle(Html& html, const Box& box, const std::string& kind) {
  html.open("rect", {{"class", kind},
                     {"x", fixed(box.x, 2)},
                     {"y", fixed(box.y, 2)},
                     {"width", fixed(box.width, 2)},
                     {"height", fixed(box.height, 2)}})
      .close("rect");
}

void line(Html& html, double x1, double y1, double x2, double y2, const char* kind) {
  html.open("line",
            {{"class", kind}, {"x1", fixed(x1, 2)}, {"y1", fixed(y1, 2)}, {"x2", fixed(x2, 2)}, {"y2", fixed(y2, 2)}})
      .close("line");
}

void label(Html& html, double x, double y, const std::string& text, const char* anchor) {
  html.element("text", text, {{"x", fixed(x, 2)}, {"y", fixed(y, 2)}, {"text-anchor", anchor}});
}

std::string hexadecimal(const std::array<std::uint8_t, 3>& rgb) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
  return text;
}

}  // namespace

void draw_histogram(Html& html, const std::array<std::uint64_t, 256>& counts, const std::string& label_text) {
  constexpr int height = 64;
  constexpr int per_bar = 4;
  std::array<std::uint64_t, 256 / per_bar> bars{};
  for (std::size_t tone = 1; tone < 255; ++tone) bars[tone / per_bar] += counts[tone];
  const auto most = static_cast<double>(std::max<std::uint64_t>(1, *std::max_element(bars.begin(), bars.end())));
  open_chart(html, 256, height + 14, label_text);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double bar = height * static_cast<double>(bars[i]) / most;
    if (bar > 0) rectangle(html, {static_cast<double>(i * per_bar), height - bar, per_bar - 0.5, bar}, "bar");
  }
  line(html, 0, height, 256, height, "axis");
  for (const int percent : {0, 25, 50, 75, 100}) {
    label(html, 2.56 * percent, height + 11, std::to_string(percent),
          percent == 0     ? "start"
          : percent == 100 ? "end"
                           : "middle");
  }
  html.close("svg");
}

void draw_zones(Html& html, const std::vector<double>& percents, double most, const std::string& label_text) {
  constexpr int width = 400;
  constexpr int height = 90;
  constexpr int left = 30;
  open_chart(html, width, height + 16, label_text);
  for (const double share : {0.0, 0.5, 1.0}) {
    const double y = 8 + (height - 8) * (1 - share);
    line(html, left, y, width, y, "grid");
    label(html, left - 4, y + 3.5, fixed(share * most, most < 10 ? 1 : 0), "end");
  }
  const double step = static_cast<double>(width - left) / static_cast<double>(percents.size());
  const std::size_t every = (percents.size() + 15) / 16;
  for (std::size_t i = 0; i < percents.size(); ++i) {
    const double bar = most > 0 ? (height - 8) * percents[i] / most : 0;
    const double x = left + step * static_cast<double>(i);
    rectangle(html, {x + 0.1 * step, height - bar, 0.8 * step, bar}, "bar");
    if (i % every == 0) label(html, x + step / 2, height + 12, std::to_string(i + 1), "middle");
  }
  html.close("svg");
}

void draw_flat_tones(Html& html, const std::array<FlatTone, 101>& tones, const std::string& label_text) {
  constexpr double height = 90;
  constexpr double left = 30;
  double most = 1;
  for (const FlatTone& tone : tones) {
    if (tone.areas > 0) most = std::max(most, std::abs(tone.made_percent() - tone.expected_percent()));
  }
  const auto x_of = [](double percent) { return left + 2.9 * percent; };
  const auto y_of = [most](double difference) { return height / 2 - (height / 2 - 6) * difference / most; };
  open_chart(html, 330, static_cast<int>(height) + 14, label_text);
  for (const double difference : {-most, 0.0, most}) {
    line(html, left, y_of(difference), x_of(100), y_of(difference), difference == 0 ? "axis" : "grid");
    label(html, left - 4, y_of(difference) + 3.5, (difference > 0 ? "+" : "") + fixed(difference, most < 10 ? 1 : 0),
          "end");
  }
  for (const int percent : {0, 25, 50, 75, 100})
    label(html, x_of(percent), height + 11, std::to_string(percent), "middle");
  for (const FlatTone& tone : tones) {
    if (tone.areas == 0) continue;
    html.open("circle", {{"class", "dot"},
                         {"cx", fixed(x_of(tone.expected_percent()), 2)},
                         {"cy", fixed(y_of(tone.made_percent() - tone.expected_percent()), 2)},
                         {"r", "2.5"}})
        .close("circle");
  }
  html.close("svg");
}

std::array<std::uint8_t, 3> heat_color(double percent, double limit) {
  using Rgb = std::array<double, 3>;
  constexpr Rgb below[] = {{255, 255, 255}, {206, 231, 226}, {92, 169, 186}, {33, 92, 145}, {18, 33, 84}};
  constexpr Rgb above[] = {{255, 92, 51}, {176, 0, 32}};
  constexpr double reddest = 60;  // percent above the limit
  const bool is_above = percent > limit;
  const double share = is_above ? std::min(1.0, (percent - limit) / reddest) : std::max(0.0, percent / limit);
  const double place = share * (is_above ? 1 : 4);
  const auto first = static_cast<std::size_t>(std::min(place, is_above ? 0.0 : 3.0));
  const Rgb& from = is_above ? above[first] : below[first];
  const Rgb& to = is_above ? above[first + 1] : below[first + 1];
  std::array<std::uint8_t, 3> color{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = place - static_cast<double>(first);
    color[i] = static_cast<std::uint8_t>(std::lround(from[i] + part * (to[i] - from[i])));
  }
  return color;
}

void draw_heat_scale(Html& html, double limit, double most) {
  constexpr double width = 400;
  constexpr int steps = 80;
  open_chart(html, static_cast<int>(width) + 30, 34, "Scale of the total ink map: red is above the limit");
  for (int i = 0; i < steps; ++i) {
    const double x = 10 + width / steps * i;
    html.open("rect", {{"x", fixed(x, 2)},
                       {"y", "2"},
                       {"width", fixed(width / steps + 0.3, 2)},
                       {"height", "14"},
                       {"fill", hexadecimal(heat_color(most * (i + 0.5) / steps, limit))}})
        .close("rect");
  }
  const double between = most > 500 ? 200 : most > 150 ? 100 : 50;
  for (double percent = 0; percent <= most; percent += between) {
    if (std::abs(percent - limit) > between / 2)
      label(html, 10 + width * percent / most, 29, fixed(percent, 0), "middle");
  }
  const double x = 10 + width * limit / most;
  line(html, x, 0, x, 19, "axis");
  label(html, x, 29, fixed(limit, 0), "middle");
  html.close("svg");
}

}  // namespace platerip::rip
