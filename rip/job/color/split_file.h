// How several inks share the tones of one, from a file.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

class SplitFile {
 public:
  static constexpr std::size_t most_inks = 8;
  static constexpr std::size_t most_tones = 256;

  /// Reads a text file of at most 1 MiB. '#' begins a comment. The first line holds the word TONE and then the names of
  /// 1 to most_inks inks; a name with spaces is in double quotes. Each of the next 2 to most_tones lines holds a tone
  /// and how much each ink prints of it, in percent. Tones rise from 0, where no ink prints, to 100. Numbers are
  /// rounded to 0.0001. Errors name the file and the line: it cannot be read or is no such table, a quote is not
  /// closed, or two inks have one name, whatever the case.
  static Result<SplitFile> read(const std::string& path);

  /// The inks, in the order of the file.
  [[nodiscard]] const std::vector<std::string>& inks() const { return inks_; }

  /// How much ink `ink` of inks() prints of each of the 2^bits tones, where `bits` is 8 or 16. Straight lines lie
  /// between the tones of the file. Amounts are rounded to the nearest integer, halves up.
  [[nodiscard]] std::vector<std::uint16_t> table(std::size_t ink, int bits) const;

 private:
  struct Line {
    std::int64_t tone = 0;              // in millionths
    std::vector<std::int64_t> amounts;  // of each ink, likewise
  };
  Status add_line(const std::vector<std::string>& words);
  [[nodiscard]] Status check_end() const;

  std::vector<std::string> inks_;
  std::vector<Line> lines_;
};

}  // namespace platerip::rip
