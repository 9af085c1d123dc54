#include "rip/proofs/report/ppf_text.h"

#include <algorithm>
#include <cstdio>

#include "rip/proofs/report/ink_samples.h"
#include "rip/proofs/report/verdict.h"

namespace platerip::rip {
namespace {

constexpr double points_per_inch = 72;

// `text` as a string of PostScript. Bytes that are not printable ASCII become octal numbers.
std::string ps_string(const std::string& text) {
  std::string string = "(";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char octal[8];
    if (byte < 0x20 || byte > 0x7e) {
      std::snprintf(octal, sizeof octal, "\\%03o", byte);
      string += octal;
      continue;
    }
    if (c == '(' || c == ')' || c == '\\') string += '\\';
    string += c;
  }
  return string + ")";
}

std::string entry(const char* key, const std::string& value) {
  return "/CIP3" + std::string(key) + " " + value + " def\n";
}

std::string pair(double x, double y) {
  return "[" + fixed(x, 2) + " " + fixed(y, 2) + "]";
}

constexpr std::int64_t longest_line = 100;  // samples; the specification allows lines of 255 characters

// Returns the end of the text.
char* write_row(std::span<const std::uint8_t> row, char* text) {
  for (; !row.empty(); *text++ = '\n') {
    const auto line = row.first(std::min<std::size_t>(row.size(), longest_line));
    write_hexadecimal(line, text);
    text += 2 * line.size();
    row = row.subspan(line.size());
  }
  return text;
}

std::string begin_sheet(const PpfSheet& sheet) {
  std::string names = "[";
  for (const std::string& ink : sheet.inks) names += " " + ps_string(ink);
  std::string text = "%!PS-Adobe-3.0\n%%CIP3-File Version 3.0\nCIP3BeginSheet\n";
  text += entry("AdmJobName", ps_string(sheet.name));
  text += entry("AdmSoftware", "(platerip)");
  text += entry("AdmPSExtent", pair(points_per_inch * sheet.width, points_per_inch * sheet.height));
  text += "CIP3BeginFront\n";
  text += entry("AdmSeparationNames", names + " ]");
  return text + "CIP3BeginPreviewImage\n";
}

std::string begin_separation(const PpfSheet& sheet) {
  const std::string width = std::to_string(sheet.columns);
  const std::string height = std::to_string(sheet.rows);
  std::string text = "CIP3BeginSeparation\n";
  text += entry("PreviewImageWidth", width);
  text += entry("PreviewImageHeight", height);
  text += entry("PreviewImageBitsPerComp", "8");
  text += entry("PreviewImageComponents", "1");
  text += entry("PreviewImageMatrix", "[" + width + " 0 0 -" + height + " 0 " + height + "]");
  text += entry("PreviewImageResolution", pair(sheet.across, sheet.down));
  text += entry("PreviewImageEncoding", "/ASCIIHexDecode");
  text += entry("PreviewImageCompression", "/None");
  return text + "CIP3PreviewImage\n";
}

}  // namespace

PpfText::PpfText(const PpfSheet& sheet) : columns_(sheet.columns), rows_(sheet.rows) {
  const std::string begin = begin_separation(sheet), end = "CIP3EndSeparation\n";
  around_.assign(sheet.inks.size() + 1, end + begin);
  around_.front() = begin_sheet(sheet) + begin;
  around_.back() = end + "CIP3EndPreviewImage\nCIP3EndFront\nCIP3EndSheet\n%%CIP3EndOfFile\n";
}

std::int64_t PpfText::row_bytes(std::int64_t columns) {
  return 2 * columns + (columns + longest_line - 1) / longest_line;
}

std::int64_t PpfText::place_around(std::size_t index) const {
  constexpr std::int64_t end_of_picture = 1;
  std::int64_t place = static_cast<std::int64_t>(index) * (rows_ * row_bytes(columns_) + end_of_picture);
  for (std::size_t i = 0; i < index; ++i) place += std::ssize(around_[i]);
  return place;
}

std::int64_t PpfText::place_of(std::size_t picture, std::int64_t row) const {
  return place_around(picture) + std::ssize(around_[picture]) + row * row_bytes(columns_);
}

std::size_t PpfText::rows_bytes(std::int64_t rows) const {
  constexpr std::int64_t end_of_picture = 1;
  return static_cast<std::size_t>(rows * row_bytes(columns_) + end_of_picture);
}

std::string_view PpfText::rows_text(std::int64_t first, std::span<const std::uint8_t> samples,
                                    std::span<char> memory) const {
  const auto columns = static_cast<std::size_t>(columns_);
  char* end = memory.data();
  for (std::size_t at = 0; at < samples.size(); at += columns) end = write_row(samples.subspan(at, columns), end);
  if (first + std::ssize(samples) / columns_ == rows_) {
    end[-1] = '>';
    *end++ = '\n';
  }
  return {memory.data(), end};
}

}  // namespace platerip::rip
