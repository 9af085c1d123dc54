// A maker that makes some strips of a page, while other threads make the strips between: ranks without MPI.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "halftone/blocks/neighbours.h"
#include "rip/makers/cores_maker.h"

namespace platerip::test {

using namespace rip;

/// Passes C from strip to strip, between threads.
class Strips {
 public:
  void give(std::int64_t row, std::size_t plane, const halftone::BoundaryErrors& c) {
    const std::lock_guard lock(mutex_);
    given_[{row, plane}].push_back(c);
    changed_.notify_all();
  }
  halftone::BoundaryErrors take(std::int64_t row, std::size_t plane) {
    std::unique_lock lock(mutex_);
    auto& pieces = given_[{row, plane}];
    changed_.wait(lock, [&] { return !pieces.empty(); });
    const halftone::BoundaryErrors piece = std::move(pieces.front());
    pieces.pop_front();
    return piece;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<std::int64_t, std::size_t>, std::deque<halftone::BoundaryErrors>> given_;
};

class StripNeighbours : public halftone::Neighbours {
 public:
  StripNeighbours(Strips& strips, const halftone::Settings& settings, std::size_t plane, std::int64_t first,
                  std::int64_t end)
      : strips_(strips), settings_(settings), plane_(plane), first_(first), end_(end) {}
  Result<halftone::BoundaryErrors> next_above() override {
    if (first_ == 0) return c_at_top(settings_.planes[plane_], settings_.width);
    return strips_.take(first_, plane_);
  }
  [[nodiscard]] std::int64_t columns_below() const override { return 256; }
  void give_below(halftone::BoundaryErrors c) override { strips_.give(end_, plane_, c); }

 private:
  Strips& strips_;
  const halftone::Settings& settings_;
  std::size_t plane_;
  std::int64_t first_, end_;
};

/// Makes the strips that it gets.
class TurnsMaker : public Maker {
 public:
  TurnsMaker(std::unique_ptr<CoresMaker> cores, const halftone::Settings& settings, Strips& strips)
      : cores_(std::move(cores)), settings_(settings), strips_(strips) {}
  [[nodiscard]] const StripPlan& plan() const override { return cores_->plan(); }
  [[nodiscard]] Budget budget() const override { return cores_->budget(); }
  Status begin(const halftone::Boundary& above) override { return cores_->begin(above); }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return cores_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return 0; }
  [[nodiscard]] bool takes_in_order() const override { return false; }
  Status take(StripInFlight& strip) override { return cores_->take(strip); }
  Status give(StripInFlight& strip, std::size_t) override {
    std::vector<StripNeighbours> planes;
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane)
      planes.emplace_back(strips_, settings_, plane, strip.first_row, strip.first_row + strip.rows);
    std::vector<halftone::Neighbours*> neighbours;
    for (StripNeighbours& plane : planes) neighbours.push_back(&plane);
    return cores_->give_between(strip, neighbours);
  }
  Result<halftone::Boundary> stop() override { return Error{"not here"}; }
  [[nodiscard]] std::string separation_backend() const override { return ""; }
  [[nodiscard]] std::string halftone_backend() const override { return ""; }

 private:
  std::unique_ptr<CoresMaker> cores_;
  halftone::Settings settings_;
  Strips& strips_;
};

}  // namespace platerip::test
