// Options in the form that libcups takes.
#pragma once

#include <cups/cups.h>

#include <cstddef>
#include <span>

#include "rip/cups/queue_defaults.h"

namespace platerip::rip {

/// Owns a list of libcups. Functions may throw std::bad_alloc.
class OptionList {
 public:
  /// Parses the string that CUPS passes to filters.
  explicit OptionList(const char* text) : count_(cupsParseOptions(text, 0, &list_)) {}
  explicit OptionList(const JobOptions& options) {
    for (const auto& [name, value] : options) count_ = cupsAddOption(name.c_str(), value.c_str(), count_, &list_);
  }
  OptionList(const OptionList&) = delete;
  OptionList& operator=(const OptionList&) = delete;
  ~OptionList() { cupsFreeOptions(count_, list_); }

  [[nodiscard]] std::span<cups_option_t> all() const { return {list_, static_cast<std::size_t>(count_)}; }

 private:
  cups_option_t* list_ = nullptr;
  int count_ = 0;
};

}  // namespace platerip::rip
