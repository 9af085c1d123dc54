// What takes memory, item by item.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace platerip::rip {

class Budget {
 public:
  /// Adds an item. Items of no bytes are left out.
  void add(std::string what, std::int64_t bytes);
  void add(const Budget& other);

  /// The sum of all items.
  [[nodiscard]] std::int64_t bytes() const;

  /// The sum and the items in MiB, for people: "24.0 MiB: reader 2.5, 7 strips of 64 rows 21.5".
  [[nodiscard]] std::string text() const;

 private:
  struct Item {
    std::string what;
    std::int64_t bytes = 0;
  };
  std::vector<Item> items_;
};

}  // namespace platerip::rip
