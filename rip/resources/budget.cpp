#include "rip/resources/budget.h"

#include <cstdio>
#include <numeric>
#include <utility>

namespace platerip::rip {
namespace {

std::string in_mib(std::int64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(bytes) / (1 << 20));
  return text;
}

}  // namespace

void Budget::add(std::string what, std::int64_t bytes) {
  if (bytes > 0) items_.push_back({std::move(what), bytes});
}

void Budget::add(const Budget& other) {
  items_.insert(items_.end(), other.items_.begin(), other.items_.end());
}

std::int64_t Budget::bytes() const {
  return std::accumulate(items_.begin(), items_.end(), std::int64_t{0},
                         [](std::int64_t sum, const Item& item) { return sum + item.bytes; });
}

std::string Budget::text() const {
  std::string text = in_mib(bytes()) + " MiB";
  const char* between = ": ";
  for (const Item& item : items_) text += std::exchange(between, ", ") + item.what + " " + in_mib(item.bytes);
  return text;
}

}  // namespace platerip::rip
