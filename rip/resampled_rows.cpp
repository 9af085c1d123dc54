#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <numeric>
#include <vector>

#include "rip/placed_rows.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// Weights are integers that sum to one exactly; between the two directions samples keep some more bits.
constexpr int weight_bits = 20;
constexpr int kept_bits = 14;
constexpr double reach = 2;  // of the filter, in pixels of the smaller of the two sizes

// Catmull and Rom's cubic: through the samples, and flat where they are.
double cubic(double x) {
  x = std::abs(x);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
  return 0;
}

/// What one place of the new size takes from the old one: samples from `first` on.
struct Taps {
  std::int64_t first = 0;
  std::vector<std::int32_t> weights;
};

Taps taps_at(std::int64_t place, std::int64_t from, std::int64_t to) {
  const double ratio = static_cast<double>(from) / static_cast<double>(to);
  const double scale = std::max(ratio, 1.0);
  const double center = (static_cast<double>(place) + 0.5) * ratio - 0.5;
  const auto first = std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(center - reach * scale)), 0);
  const auto last = std::min<std::int64_t>(static_cast<std::int64_t>(std::floor(center + reach * scale)), from - 1);
  std::vector<double> weights;
  for (std::int64_t i = first; i <= last; ++i) weights.push_back(cubic((static_cast<double>(i) - center) / scale));
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  Taps taps{.first = first, .weights = {}};
  for (const double weight : weights)
    taps.weights.push_back(static_cast<std::int32_t>(std::lround(weight / sum * (1 << weight_bits))));
  const auto most = std::max_element(taps.weights.begin(), taps.weights.end());
  *most += (1 << weight_bits) - std::accumulate(taps.weights.begin(), taps.weights.end(), 0);
  return taps;
}

std::int64_t most_taps(std::int64_t from, std::int64_t to) {
  return 2 + static_cast<std::int64_t>(2 * reach * std::max(static_cast<double>(from) / static_cast<double>(to), 1.0));
}

class ResampledRows : public PageRows {
 public:
  ResampledRows(std::unique_ptr<PageRows> page, std::int64_t width, std::int64_t height)
      : page_(std::move(page)), info_(page_->info()) {
    info_.width = width;
    info_.height = height;
    if (info_.alpha == tiffio::Alpha::unassociated) info_.alpha = tiffio::Alpha::associated;
    row_.resize(static_cast<std::size_t>(page_->info().row_bytes()));
    for (std::int64_t x = 0; x < width; ++x) across_.push_back(taps_at(x, page_->info().width, width));
  }

  /// What it will hold, at most.
  static double memory(const tiffio::PageInfo& page, std::int64_t width, std::int64_t height) {
    const auto taps_across = static_cast<double>(most_taps(page.width, width) * width);
    const auto rows = static_cast<double>(most_taps(page.height, height));
    return sizeof(std::int32_t) * (taps_across + rows * static_cast<double>(width * page.samples())) +
           static_cast<double>(page.row_bytes());
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      const Taps down = taps_at(next_row_, page_->info().height, info_.height);
      if (const Status status = hold(down); !status.ok()) return status;
      if (info_.bits == 8) {
        write_row<std::uint8_t>(down, out);
      } else {
        write_row<std::uint16_t>(down, out);
      }
    }
    return {};
  }

 private:
  /// Keeps the rows that `down` takes, at their new width, and no others before them.
  Status hold(const Taps& down) {
    while (held_first_ < down.first && !held_.empty()) {
      held_.pop_front();
      ++held_first_;
    }
    const std::int64_t end = down.first + static_cast<std::int64_t>(down.weights.size());
    while (held_first_ + static_cast<std::int64_t>(held_.size()) < end) {
      if (const Status status = page_->read(1, row_.data(), page_->info().row_bytes()); !status.ok()) return status;
      if (held_first_ + static_cast<std::int64_t>(held_.size()) < down.first) {
        ++held_first_;  // between the rows that two places take
      } else {
        held_.push_back(info_.bits == 8 ? resampled_row<std::uint8_t>() : resampled_row<std::uint16_t>());
      }
    }
    return {};
  }

  template <typename Sample>
  void associate_alpha(Sample* row) const {
    constexpr std::uint64_t max = std::numeric_limits<Sample>::max();
    const int samples = info_.samples();
    for (std::int64_t x = 0; x < page_->info().width; ++x, row += samples) {
      const std::uint64_t alpha = row[samples - 1];
      for (int i = 0; i + 1 < samples; ++i) row[i] = static_cast<Sample>((row[i] * alpha + max / 2) / max);
    }
  }

  template <typename Sample>
  std::vector<std::int32_t> resampled_row() {
    auto* const from = reinterpret_cast<Sample*>(row_.data());
    if (page_->info().alpha == tiffio::Alpha::unassociated) associate_alpha(from);
    const int samples = info_.samples();
    std::vector<std::int32_t> row;
    row.reserve(static_cast<std::size_t>(info_.width * samples));
    constexpr int shift = weight_bits - kept_bits;
    for (const Taps& taps : across_) {
      for (int sample = 0; sample < samples; ++sample) {
        const Sample* in = from + taps.first * samples + sample;
        std::int64_t sum = std::int64_t{1} << (shift - 1);
        for (const std::int32_t weight : taps.weights) {
          sum += std::int64_t{weight} * *in;
          in += samples;
        }
        row.push_back(static_cast<std::int32_t>(sum >> shift));
      }
    }
    return row;
  }

  template <typename Sample>
  void write_row(const Taps& down, std::byte* out) {
    constexpr std::int64_t max = std::numeric_limits<Sample>::max();
    constexpr int shift = weight_bits + kept_bits;
    const std::size_t samples = static_cast<std::size_t>(info_.width * info_.samples());
    sums_.assign(samples, std::int64_t{1} << (shift - 1));
    for (std::size_t i = 0; i < down.weights.size(); ++i) {
      const std::vector<std::int32_t>& row = held_[static_cast<std::size_t>(down.first - held_first_) + i];
      for (std::size_t x = 0; x < samples; ++x) sums_[x] += std::int64_t{down.weights[i]} * row[x];
    }
    for (std::size_t x = 0; x < samples; ++x) {
      const auto sample = static_cast<Sample>(std::clamp<std::int64_t>(sums_[x] >> shift, 0, max));
      std::memcpy(out + x * sizeof sample, &sample, sizeof sample);
    }
  }

  std::unique_ptr<PageRows> page_;
  tiffio::PageInfo info_;
  std::vector<Taps> across_;
  std::vector<std::byte> row_;
  std::deque<std::vector<std::int32_t>> held_;
  std::int64_t held_first_ = 0;
  std::int64_t next_row_ = 0;
  std::vector<std::int64_t> sums_;
};

}  // namespace

Result<std::unique_ptr<PageRows>> resampled(std::unique_ptr<PageRows> page, std::int64_t width, std::int64_t height,
                                            std::size_t memory) {
  const double needed = ResampledRows::memory(page->info(), width, height);
  if (needed > static_cast<double>(memory)) {
    return Error{"scaling it takes " + tiffio::size_text(static_cast<std::uint64_t>(std::min(needed, 1e18))) +
                 " of memory, and " + tiffio::size_text(memory) +
                 " are allowed; allow more (--memory), or print it without scaling"};
  }
  return std::unique_ptr<PageRows>(std::make_unique<ResampledRows>(std::move(page), width, height));
}

}  // namespace platerip::rip
