#include "halftone/cuda/frontier.h"

#include <algorithm>

#include "halftone/cuda/wavefront/launch.h"

namespace platerip::halftone::cuda {
namespace {

std::int64_t stripes_of(std::int64_t rows) {
  return (rows + stripe_rows - 1) / stripe_rows;
}

}  // namespace

StripPlace Frontier::place(std::int64_t rows) const {
  StripPlace strip{.rows = rows, .stripes = stripes_of(rows), .first_stripe = next_stripe_, .offset = next_offset_};
  const std::int64_t last_rows = rows - (strip.stripes - 1) * stripe_rows;
  strip.end = strip.offset + (strip.stripes - 1) * lag_of(stripe_rows, skew_) + blocks_of(columns_, last_rows, skew_);
  return strip;
}

void Frontier::add(const StripPlace& strip) {
  const std::int64_t last_rows = strip.rows - (strip.stripes - 1) * stripe_rows;
  next_stripe_ = strip.first_stripe + strip.stripes;
  next_offset_ = strip.offset + (strip.stripes - 1) * lag_of(stripe_rows, skew_) + lag_of(last_rows, skew_);
  in_flight_.push_back(strip);
}

std::int64_t Frontier::advance(std::size_t most_in_flight) {
  position_ = std::max(position_, next_offset_);
  if (in_flight_.size() > most_in_flight)
    position_ = std::max(position_, in_flight_[in_flight_.size() - most_in_flight - 1].end);
  next_offset_ = std::max(next_offset_, position_);
  return position_;
}

std::int64_t Frontier::finish() {
  for (std::size_t i = 0; i < in_flight_.size(); ++i) position_ = std::max(position_, in_flight_[i].end);
  next_offset_ = std::max(next_offset_, position_);
  return position_;
}

bool Frontier::drop_done() {
  if (in_flight_.empty() || in_flight_[0].end > position_) return false;
  in_flight_.pop_front();
  return true;
}

std::int64_t slots_for(std::int64_t columns, std::int64_t strip_rows, int strips_in_flight, int row_skew) {
  const std::int64_t in_strip = stripes_of(strip_rows);
  const std::int64_t in_flight =
      std::min(blocks_of(columns, stripe_rows, row_skew) / lag_of(1, row_skew) + 1, strips_in_flight * in_strip);
  return in_flight + in_strip + 1;
}

}  // namespace platerip::halftone::cuda
