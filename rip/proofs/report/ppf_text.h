// The text of a file in the Print Production Format (CIP3, version 3.0, 1998).
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace platerip::rip {

/// A sheet with a front, which has a picture of each ink, upright.
struct PpfSheet {
  std::string name;          ///< of the job
  double width = 0;          ///< in inches
  double height = 0;         ///< in inches
  std::int64_t columns = 0;  ///< samples of a picture
  std::int64_t rows = 0;
  double across = 0;  ///< samples per inch along a row
  double down = 0;    ///< along a column
  std::vector<std::string> inks;
};

/// The text of a sheet, whose pictures have 8 bits for each sample, in hexadecimal and not compressed, because every
/// reader takes that. All parts have their places, so that they can be written in any order.
class PpfText {
 public:
  explicit PpfText(const PpfSheet& sheet);

  /// The text before each picture, and behind the last.
  [[nodiscard]] const std::vector<std::string>& around() const { return around_; }
  /// Where around()[index] begins, in bytes.
  [[nodiscard]] std::int64_t place_around(std::size_t index) const;
  /// Where a row of a picture begins, in bytes.
  [[nodiscard]] std::int64_t place_of(std::size_t picture, std::int64_t row) const;

  /// The text of whole rows from row `first` on, in `memory`, which has room for rows_bytes(). 0 is solid, 255 is
  /// paper.
  [[nodiscard]] std::string_view rows_text(std::int64_t first, std::span<const std::uint8_t> samples,
                                           std::span<char> memory) const;
  /// The most bytes of the text of `rows` rows.
  [[nodiscard]] std::size_t rows_bytes(std::int64_t rows) const;
  /// The bytes of the text of a row.
  [[nodiscard]] static std::int64_t row_bytes(std::int64_t columns);

 private:
  std::int64_t columns_;
  std::int64_t rows_;
  std::vector<std::string> around_;
};

}  // namespace platerip::rip
