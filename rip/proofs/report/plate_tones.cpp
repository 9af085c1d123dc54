#include "rip/proofs/report/plate_tones.h"

#include <algorithm>
#include <utility>

#include "rip/proofs/report/box_tones.h"

namespace platerip::rip {

PlateTones::PlateTones(Averaging across, Averaging down, const LevelInk& ink, std::optional<std::size_t> place)
    : across_(std::move(across)),
      down_(std::move(down)),
      solid_(ink.solid),
      is_plain_(across_.is_plain() && down_.is_plain()),
      place_(place),
      sums_(
          across_.borders, down_.borders, ink,
          [this](std::size_t first, std::span<const std::uint64_t> sums) { add_boxes(first, sums); }, place) {}

// Counts the borders twice, as LevelRows keeps them too, and the rows of the picture that are begun.
std::int64_t PlateTones::memory_bytes(const Averaging& across, const Averaging& down) {
  const auto columns = static_cast<std::int64_t>(across.pixels.size());
  return across.bytes() + down.bytes() +
         LevelRows::memory_bytes(static_cast<std::int64_t>(across.borders.size()),
                                 static_cast<std::int64_t>(down.borders.size())) +
         (down.overlap() + 2) * columns * static_cast<std::int64_t>(sizeof(float));
}

void PlateTones::add_boxes(std::size_t first, std::span<const std::uint64_t> sums) {
  for (const std::size_t parts = across_.borders.size() - 1; !sums.empty(); sums = sums.subspan(parts))
    add_part(first++, sums.first(parts));
}

std::vector<std::uint16_t> PlateTones::take() {
  std::vector<std::uint16_t> row = std::move(done_.front());
  done_.pop_front();
  return row;
}

// Adds a row of parts to each row of the picture in which it has a share.
void PlateTones::add_part(std::size_t part, std::span<const std::uint64_t> sums) {
  if (is_plain_) {
    const std::int64_t height = down_.borders[part + 1] - down_.borders[part];
    tones_of_boxes({across_.borders.back(), across_.borders[1], height, solid_}, sums,
                   done_.emplace_back(sums.size()).data());
    return;
  }
  std::vector<float> tones(across_.pixels.size());
  for (std::size_t x = 0; x < tones.size(); ++x) {
    const Averaging::Pixel& pixel = across_.pixels[x];
    const float* const weights = across_.weights.data() + pixel.weight;
    float tone = weights[0] * static_cast<float>(static_cast<std::int64_t>(sums[pixel.first]));
    for (std::size_t i = 1; i < pixel.count; ++i)
      tone += weights[i] * static_cast<float>(static_cast<std::int64_t>(sums[pixel.first + i]));
    tones[x] = tone;
  }
  for (std::size_t row = row_; row < down_.pixels.size() && down_.pixels[row].first <= part; ++row) {
    if (begun_.size() <= row - row_) begun_.emplace_back(tones.size());
    const Averaging::Pixel& pixel = down_.pixels[row];
    const float weight = down_.weights[pixel.weight + part - pixel.first];
    std::vector<float>& sum = begun_[row - row_];
    for (std::size_t x = 0; x < tones.size(); ++x) sum[x] += weight * tones[x];
  }
  while (!begun_.empty() && down_.pixels[row_].first + down_.pixels[row_].count == part + 1) finish_row();
}

void PlateTones::finish_row() {
  std::vector<std::uint16_t> row;
  row.resize(begun_.front().size());
  const auto rounded = [](double tone) { return static_cast<std::uint16_t>(static_cast<int>(tone + 0.5)); };
  const auto solid = static_cast<float>(solid_);
  for (std::size_t x = 0; x < row.size(); ++x) row[x] = rounded(std::min(65535.0F, 65535 * begun_.front()[x] / solid));
  done_.push_back(std::move(row));
  begun_.pop_front();
  ++row_;
}

}  // namespace platerip::rip
