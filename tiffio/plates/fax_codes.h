// The code words of ITU-T T.4 and T.6 as lookup tables, made by the compiler from their bits as the Recommendations
// print them. Nothing here throws.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace platerip::tiffio {

/// A code word: its lowest `length` bits, of which the highest goes first.
struct FaxCode {
  std::uint16_t bits = 0;
  std::uint16_t length = 0;
};

constexpr FaxCode fax_code(std::string_view bits) {
  FaxCode code;
  for (const char bit : bits) {
    code.bits = static_cast<std::uint16_t>(code.bits << 1 | (bit - '0'));
    ++code.length;
  }
  return code;
}

/// The code words for runs of one colour.
struct FaxRunCodes {
  static constexpr std::int64_t longest = 2560;  ///< the longest run of a single code word

  std::array<FaxCode, 64> terminating = {};            ///< T.4 table 2: runs of 0 to 63 pixels
  std::array<FaxCode, longest / 64 + 1> make_up = {};  ///< T.4 tables 3a and 3b, by pixels / 64; 0 has none
};

namespace fax_tables {

using std::string_view_literals::operator""sv;

constexpr std::array white_terminating = {
    "00110101"sv, "000111"sv,   "0111"sv,     "1000"sv,     "1011"sv,     "1100"sv,     "1110"sv,     "1111"sv,
    "10011"sv,    "10100"sv,    "00111"sv,    "01000"sv,    "001000"sv,   "000011"sv,   "110100"sv,   "110101"sv,
    "101010"sv,   "101011"sv,   "0100111"sv,  "0001100"sv,  "0001000"sv,  "0010111"sv,  "0000011"sv,  "0000100"sv,
    "0101000"sv,  "0101011"sv,  "0010011"sv,  "0100100"sv,  "0011000"sv,  "00000010"sv, "00000011"sv, "00011010"sv,
    "00011011"sv, "00010010"sv, "00010011"sv, "00010100"sv, "00010101"sv, "00010110"sv, "00010111"sv, "00101000"sv,
    "00101001"sv, "00101010"sv, "00101011"sv, "00101100"sv, "00101101"sv, "00000100"sv, "00000101"sv, "00001010"sv,
    "00001011"sv, "01010010"sv, "01010011"sv, "01010100"sv, "01010101"sv, "00100100"sv, "00100101"sv, "01011000"sv,
    "01011001"sv, "01011010"sv, "01011011"sv, "01001010"sv, "01001011"sv, "00110010"sv, "00110011"sv, "00110100"sv};

constexpr std::array black_terminating = {
    "0000110111"sv,   "010"sv,          "11"sv,           "10"sv,           "011"sv,          "0011"sv,
    "0010"sv,         "00011"sv,        "000101"sv,       "000100"sv,       "0000100"sv,      "0000101"sv,
    "0000111"sv,      "00000100"sv,     "00000111"sv,     "000011000"sv,    "0000010111"sv,   "0000011000"sv,
    "0000001000"sv,   "00001100111"sv,  "00001101000"sv,  "00001101100"sv,  "00000110111"sv,  "00000101000"sv,
    "00000010111"sv,  "00000011000"sv,  "000011001010"sv, "000011001011"sv, "000011001100"sv, "000011001101"sv,
    "000001101000"sv, "000001101001"sv, "000001101010"sv, "000001101011"sv, "000011010010"sv, "000011010011"sv,
    "000011010100"sv, "000011010101"sv, "000011010110"sv, "000011010111"sv, "000001101100"sv, "000001101101"sv,
    "000011011010"sv, "000011011011"sv, "000001010100"sv, "000001010101"sv, "000001010110"sv, "000001010111"sv,
    "000001100100"sv, "000001100101"sv, "000001010010"sv, "000001010011"sv, "000000100100"sv, "000000110111"sv,
    "000000111000"sv, "000000100111"sv, "000000101000"sv, "000001011000"sv, "000001011001"sv, "000000101011"sv,
    "000000101100"sv, "000001011010"sv, "000001100110"sv, "000001100111"sv};

constexpr std::array white_make_up = {
    "11011"sv,     "10010"sv,     "010111"sv,    "0110111"sv,   "00110110"sv,  "00110111"sv,  "01100100"sv,
    "01100101"sv,  "01101000"sv,  "01100111"sv,  "011001100"sv, "011001101"sv, "011010010"sv, "011010011"sv,
    "011010100"sv, "011010101"sv, "011010110"sv, "011010111"sv, "011011000"sv, "011011001"sv, "011011010"sv,
    "011011011"sv, "010011000"sv, "010011001"sv, "010011010"sv, "011000"sv,    "010011011"sv};

constexpr std::array black_make_up = {
    "0000001111"sv,    "000011001000"sv,  "000011001001"sv,  "000001011011"sv,  "000000110011"sv,  "000000110100"sv,
    "000000110101"sv,  "0000001101100"sv, "0000001101101"sv, "0000001001010"sv, "0000001001011"sv, "0000001001100"sv,
    "0000001001101"sv, "0000001110010"sv, "0000001110011"sv, "0000001110100"sv, "0000001110101"sv, "0000001110110"sv,
    "0000001110111"sv, "0000001010010"sv, "0000001010011"sv, "0000001010100"sv, "0000001010101"sv, "0000001011010"sv,
    "0000001011011"sv, "0000001100100"sv, "0000001100101"sv};

constexpr std::array make_up_of_both = {"00000001000"sv,  "00000001100"sv,  "00000001101"sv,  "000000010010"sv,
                                        "000000010011"sv, "000000010100"sv, "000000010101"sv, "000000010110"sv,
                                        "000000010111"sv, "000000011100"sv, "000000011101"sv, "000000011110"sv,
                                        "000000011111"sv};

template <std::size_t count>
constexpr FaxRunCodes run_codes(const std::array<std::string_view, 64>& terminating,
                                const std::array<std::string_view, count>& make_up) {
  static_assert(count + make_up_of_both.size() == FaxRunCodes::longest / 64);
  FaxRunCodes codes;
  std::transform(terminating.begin(), terminating.end(), codes.terminating.begin(), fax_code);
  std::transform(make_up.begin(), make_up.end(), codes.make_up.begin() + 1, fax_code);
  std::transform(make_up_of_both.begin(), make_up_of_both.end(), codes.make_up.begin() + 1 + count, fax_code);
  return codes;
}

}  // namespace fax_tables

/// By colour: white, black.
inline constexpr std::array fax_run_codes = {
    fax_tables::run_codes(fax_tables::white_terminating, fax_tables::white_make_up),
    fax_tables::run_codes(fax_tables::black_terminating, fax_tables::black_make_up)};

/// T.6 table 1: the modes of a two-dimensional line. Vertical mode is indexed by a1 − b1 + 3.
inline constexpr FaxCode fax_pass = fax_code("0001");
inline constexpr FaxCode fax_horizontal = fax_code("001");
inline constexpr std::array fax_vertical = {fax_code("0000010"), fax_code("000010"), fax_code("010"),    fax_code("1"),
                                            fax_code("011"),     fax_code("000011"), fax_code("0000011")};

/// The code word EOL (T.4, 4.1.2). Two of them end a block of T.6 (2.4.1.1).
inline constexpr FaxCode fax_end_of_line = fax_code("000000000001");

}  // namespace platerip::tiffio
