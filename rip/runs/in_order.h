// Brings results into the order of their numbers.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace platerip::rip {

/// Keeps values until those with lower numbers are there. One thread at a time. May throw std::bad_alloc.
template <typename Value>
class InOrder {
 public:
  /// Takes the value with this number, from 0; each number comes once. Returns the values that are next, in order.
  std::vector<Value> put(std::size_t number, Value value) {
    waiting_.emplace(number, std::move(value));
    std::vector<Value> next;
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; ++next_) {
      next.push_back(std::move(first->second));
      first = waiting_.erase(first);
    }
    return next;
  }

 private:
  std::map<std::size_t, Value> waiting_;
  std::size_t next_ = 0;
};

}  // namespace platerip::rip
