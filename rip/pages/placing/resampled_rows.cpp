#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// Weights are integers that sum to one exactly. Between the horizontal and the vertical pass, samples keep extra bits.
constexpr int weight_bits = 20;
constexpr int kept_bits = 14;
constexpr double reach = 2;  // of the filter, in pixels of the smaller size

// Catmull and Rom's cubic, which passes through the samples.
double cubic(double x) {
  x = std::abs(x);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
  return 0;
}

/// The weights of old samples for some positions of the new size. Those of a position begin at the old sample first().
class Taps {
 public:
  /// For resampling `from` samples to `to`: the positions from `begin` to before `end`.
  Taps(std::int64_t from, std::int64_t to, std::int64_t begin, std::int64_t end) {
    places_.reserve(static_cast<std::size_t>(end - begin));
    weights_.reserve(static_cast<std::size_t>((end - begin) * most(from, to)));
    for (std::int64_t place = begin; place < end; ++place) add(place, from, to);
  }

  /// The most memory that this takes, in bytes.
  static double memory(std::int64_t from, std::int64_t to, std::int64_t places) {
    return static_cast<double>(places) * (sizeof(Place) + sizeof(std::int32_t) * static_cast<double>(most(from, to)));
  }

  /// The most samples that a position depends on.
  static std::int64_t most(std::int64_t from, std::int64_t to) {
    return 2 +
           static_cast<std::int64_t>(2 * reach * std::max(static_cast<double>(from) / static_cast<double>(to), 1.0));
  }

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::int64_t first(std::size_t place) const { return places_[place].first; }
  [[nodiscard]] std::span<const std::int32_t> weights(std::size_t place) const {
    return std::span(weights_).subspan(places_[place].begin, places_[place].count);
  }

 private:
  struct Place {
    std::int64_t first;
    std::size_t begin;  // index of its first weight
    std::size_t count;
  };

  void add(std::int64_t place, std::int64_t from, std::int64_t to);

  std::vector<Place> places_;
  std::vector<std::int32_t> weights_;
};

void Taps::add(std::int64_t place, std::int64_t from, std::int64_t to) {
  const double ratio = static_cast<double>(from) / static_cast<double>(to);
  const double scale = std::max(ratio, 1.0);
  const double center = (static_cast<double>(place) + 0.5) * ratio - 0.5;
  const auto first = std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(center - reach * scale)), 0);
  const auto last = std::min<std::int64_t>(static_cast<std::int64_t>(std::floor(center + reach * scale)), from - 1);
  std::vector<double> exact;
  for (std::int64_t i = first; i <= last; ++i) exact.push_back(cubic((static_cast<double>(i) - center) / scale));
  const double sum = std::accumulate(exact.begin(), exact.end(), 0.0);
  places_.push_back({first, weights_.size(), exact.size()});
  for (const double weight : exact)
    weights_.push_back(static_cast<std::int32_t>(std::lround(weight / sum * (1 << weight_bits))));
  const auto begin = weights_.end() - static_cast<std::ptrdiff_t>(exact.size());
  *std::max_element(begin, weights_.end()) += (1 << weight_bits) - std::accumulate(begin, weights_.end(), 0);
}

class ResampledRows : public PageRows {
 public:
  ResampledRows(std::unique_ptr<PageRows> page, const Scaling& scaling)
      : page_(std::move(page)),
        scaling_(scaling),
        info_(page_->info()),
        across_(page_->info().width, scaling.width, scaling.left, scaling.left + scaling.columns) {
    info_.width = scaling.columns;
    info_.height = scaling.rows;
    if (info_.alpha == tiffio::Alpha::unassociated) info_.alpha = tiffio::Alpha::associated;
    row_.resize(static_cast<std::size_t>(page_->info().row_bytes()));
  }

  /// The most memory that this takes, in bytes.
  static double memory(const tiffio::PageInfo& page, const Scaling& scaling) {
    const auto samples = static_cast<double>(scaling.columns * page.samples());
    const auto rows = static_cast<double>(Taps::most(page.height, scaling.height));
    return Taps::memory(page.width, scaling.width, scaling.columns) +
           samples * (rows * sizeof(std::int32_t) + sizeof(std::int64_t)) + static_cast<double>(page.row_bytes());
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + static_cast<std::size_t>(memory(page_->info(), scaling_))) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      const std::int64_t place = scaling_.top + next_row_;
      const Taps down(page_->info().height, scaling_.height, place, place + 1);
      if (const Status status = hold(down); !status.ok()) return status;
      if (info_.bits == 8) {
        write_row<std::uint8_t>(down, out);
      } else {
        write_row<std::uint16_t>(down, out);
      }
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    next_row_ += rows;
    return {};
  }

 private:
  /// Reads and keeps the rows that `down` needs, resampled to the new width, and drops the rows before them.
  Status hold(const Taps& down) {
    while (held_first_ < down.first(0) && !held_.empty()) {
      held_.pop_front();
      ++held_first_;
    }
    const std::int64_t unneeded = std::max<std::int64_t>(0, down.first(0) - held_first_);
    if (const Status status = page_->skip(unneeded); !status.ok()) return status;
    held_first_ += unneeded;
    const std::int64_t end = down.first(0) + static_cast<std::int64_t>(down.weights(0).size());
    while (held_first_ + static_cast<std::int64_t>(held_.size()) < end) {
      if (const Status status = page_->read(1, row_.data(), page_->info().row_bytes()); !status.ok()) return status;
      held_.push_back(info_.bits == 8 ? resampled_row<std::uint8_t>() : resampled_row<std::uint16_t>());
    }
    return {};
  }

  // Alpha covers the samples before it or, if there are none, those behind it.
  template <typename Sample>
  void associate_alpha(Sample* row) const {
    constexpr std::uint64_t max = std::numeric_limits<Sample>::max();
    const int samples = info_.samples();
    const int colors = info_.colors();
    const int first = colors > 0 ? 0 : 1;
    const int end = colors > 0 ? colors : samples;
    for (std::int64_t x = 0; x < page_->info().width; ++x, row += samples) {
      const std::uint64_t alpha = row[colors];
      for (int i = first; i < end; ++i) row[i] = static_cast<Sample>((row[i] * alpha + max / 2) / max);
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
    for (std::size_t place = 0; place < across_.size(); ++place) {
      for (int sample = 0; sample < samples; ++sample) {
        const Sample* in = from + across_.first(place) * samples + sample;
        std::int64_t sum = std::int64_t{1} << (shift - 1);
        for (const std::int32_t weight : across_.weights(place)) {
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
    const std::span<const std::int32_t> weights = down.weights(0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::vector<std::int32_t>& row = held_[static_cast<std::size_t>(down.first(0) - held_first_) + i];
      for (std::size_t x = 0; x < samples; ++x) sums_[x] += std::int64_t{weights[i]} * row[x];
    }
    for (std::size_t x = 0; x < samples; ++x) {
      const auto sample = static_cast<Sample>(std::clamp<std::int64_t>(sums_[x] >> shift, 0, max));
      std::memcpy(out + x * sizeof sample, &sample, sizeof sample);
    }
  }

  std::unique_ptr<PageRows> page_;
  Scaling scaling_;
  tiffio::PageInfo info_;
  Taps across_;
  std::vector<std::byte> row_;
  std::deque<std::vector<std::int32_t>> held_;
  std::int64_t held_first_ = 0;
  std::int64_t next_row_ = 0;
  std::vector<std::int64_t> sums_;
};

}  // namespace

Result<std::unique_ptr<PageRows>> resampled(std::unique_ptr<PageRows> page, const Scaling& scaling, std::size_t memory,
                                            std::size_t share) {
  const auto needed = static_cast<std::uint64_t>(std::min(ResampledRows::memory(page->info(), scaling), 1e18));
  if (needed > memory / share) {
    return Error{
        "scaling it takes " + tiffio::size_text(needed) + " of memory, but it may take only " +
            tiffio::size_text(memory / share),
        ErrorCode::no_memory,
        {enough_memory(needed, share), {.action = Advice::Action::other, .value = "print it without scaling"}}};
  }
  return std::unique_ptr<PageRows>(std::make_unique<ResampledRows>(std::move(page), scaling));
}

}  // namespace platerip::rip
