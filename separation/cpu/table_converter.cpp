#include "separation/cpu/table_converter.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "separation/check.h"

namespace platerip::separation::cpu {
namespace {

// Whether neighbouring pixels differ so much that their colours are far apart in the table. The grid is then faster,
// because it is small enough to stay in the cache.
bool is_noise(const std::uint8_t* rgb, std::int64_t count) {
  constexpr std::int64_t every = 256;
  constexpr int calm = 96;  // mean difference, of 765
  std::int64_t sampled = 0, difference = 0;
  for (std::int64_t i = 0; i + 1 < count; i += every, ++sampled)
    for (std::int64_t s = 3 * i; s < 3 * i + 3; ++s) difference += std::abs(rgb[s] - rgb[s + 3]);
  return difference > calm * sampled;
}

}  // namespace

TableConverter::TableConverter(std::unique_ptr<Converter<std::uint8_t>> direct, std::unique_ptr<ColorTable> table,
                               ColorTable::Source fill, std::size_t inks)
    : direct_(std::move(direct)), table_(std::move(table)), fill_(std::move(fill)), inks_(inks) {}

std::string TableConverter::name() const {
  return is_wrong_ ? direct_->name() + ", as its table came out wrong" : "table";
}

void TableConverter::run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const {
  if (is_noise(pixels, count) || !serves())
    direct_->run(pixels, count, inks);
  else
    table_->look_up(pixels, count, inks);
}

bool TableConverter::serves() const {
  if (!table_->ready(fill_)) return false;
  std::call_once(checked_, [this] { is_wrong_ = !agrees(); });
  return !is_wrong_;
}

bool TableConverter::agrees() const {
  const auto pixels = telling_pixels<std::uint8_t>({});
  const auto count = static_cast<std::size_t>(pixels.count());
  const auto inks_of = [&](auto run) {
    std::vector<std::uint8_t> inks(inks_ * count);
    std::vector<std::uint8_t*> rows;
    for (std::size_t ink = 0; ink < inks_; ++ink) rows.push_back(&inks[ink * count]);
    run(pixels.samples.data(), pixels.count(), rows);
    return inks;
  };
  return inks_of([this](auto... row) { table_->look_up(row...); }) ==
         inks_of([this](auto... row) { direct_->run(row...); });
}

}  // namespace platerip::separation::cpu
