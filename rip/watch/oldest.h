// The oldest of many things, in bounded memory. May throw std::bad_alloc, and nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace platerip::rip {

/// Keeps the least of all values that it is given, by operator<, as many as there is room for.
template <typename Value>
class Oldest {
 public:
  explicit Oldest(std::size_t room) : room_(room) {}

  void add(Value value) {
    values_.push_back(std::move(value));
    std::push_heap(values_.begin(), values_.end());
    if (values_.size() <= room_) return;
    std::pop_heap(values_.begin(), values_.end());
    values_.pop_back();
    ++left_out_;
  }

  /// How many values there was no room for.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

  /// Those that were kept, in their order.
  [[nodiscard]] std::vector<Value> in_order() && {
    std::sort_heap(values_.begin(), values_.end());
    return std::move(values_);
  }

 private:
  std::size_t room_;
  std::size_t left_out_ = 0;
  std::vector<Value> values_;  // a heap with the newest on top
};

}  // namespace platerip::rip
