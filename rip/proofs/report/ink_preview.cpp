#include "rip/proofs/report/ink_preview.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "rip/pages/placing/turn.h"
#include "rip/proofs/report/picture.h"
#include "rip/proofs/report/verdict.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

constexpr double preview_dpi = 50.8;  // two samples per millimetre
constexpr double points_per_inch = 72;

// The pixels along a side of a sample, at least 1.
double step_of(double dots, const tiffio::Resolution& resolution) {
  return std::max(1.0, resolution.per_inch(dots) / preview_dpi);
}

// The number of samples. The last one has between a half and one and a half times the length of the others.
std::int64_t samples_of(std::int64_t length, double step) {
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(length) / step));
}

std::vector<std::int64_t> borders(std::int64_t length, double step) {
  const std::int64_t samples = samples_of(length, step);
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < samples; ++i) places.push_back(std::llround(static_cast<double>(i) * step));
  places.push_back(length);
  return places;
}

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

// The characters of a row of samples, with those that end its lines.
std::int64_t characters_of_row(std::int64_t samples) {
  return 2 * samples + (samples + longest_line - 1) / longest_line;
}

void write_hexadecimal(std::span<const std::uint8_t> row, char* text) {
  constexpr const char* digits = "0123456789ABCDEF";
  for (; !row.empty(); *text++ = '\n') {
    const auto line = row.first(std::min<std::size_t>(row.size(), longest_line));
    for (const std::uint8_t sample : line) {
      *text++ = digits[sample >> 4];
      *text++ = digits[sample & 15];
    }
    row = row.subspan(line.size());
  }
}

Status write_text(const OutputFile& file, std::string_view text) {
  return file.write(std::as_bytes(std::span(text)));
}

// Some rows at a time, so that memory does not grow with the picture.
Status write_samples(const OutputFile& file, std::span<const std::uint8_t> samples, std::int64_t width) {
  constexpr std::int64_t most_characters = std::int64_t{1} << 20;
  const std::int64_t characters = characters_of_row(width);
  const std::int64_t height = std::ssize(samples) / width;
  const std::int64_t at_once = std::clamp<std::int64_t>(most_characters / characters, 1, height);
  std::string text;
  for (std::int64_t top = 0; top < height; top += at_once) {
    const std::int64_t rows = std::min(at_once, height - top);
    text.resize(static_cast<std::size_t>(rows * characters));
    parallel_for(static_cast<int>(rows), [&](int row) {
      const auto first = static_cast<std::size_t>((top + row) * width);
      write_hexadecimal(samples.subspan(first, static_cast<std::size_t>(width)), text.data() + row * characters);
    });
    if (top + rows == height) text.insert(text.size() - 1, ">");
    if (const Status status = write_text(file, text); !status.ok()) return status;
  }
  return {};
}

// The coverage of a box as a sample. The division is exact, as all numbers are whole and far below 2⁵³; one of whole
// numbers would take several times as long.
std::uint8_t sample_of(std::uint64_t ink, std::uint64_t solid) {
  const auto covered = static_cast<double>(static_cast<std::int64_t>(255 * ink + solid / 2));
  return static_cast<std::uint8_t>(255 - static_cast<int>(covered / static_cast<double>(solid)));
}

}  // namespace

InkPreview::InkPreview(const ProofedPage& page)
    : page_(page),
      columns_(borders(page.shape.width, step_of(page.plan.resolution.x, page.plan.resolution))),
      rows_(borders(page.shape.height, step_of(page.plan.resolution.y, page.plan.resolution))),
      samples_(page.plan.printed.size()) {
  for (auto& samples : samples_) {
    samples = std::make_unique_for_overwrite<std::uint8_t[]>(count());
    const LevelInk& ink = page.plan.printed[sums_.size()].level_ink;
    sums_.emplace_back(
        columns_, rows_, ink,
        [this, out = samples.get(), solid = ink.solid](std::size_t first, std::span<const std::uint64_t> sums) {
          write_rows(first, sums, solid, out);
        });
  }
}

// `sums`: of the boxes of rows from `first` on. `solid`: the ink of a solid pixel.
void InkPreview::write_rows(std::size_t first, std::span<const std::uint64_t> sums, std::uint64_t solid,
                            std::uint8_t* samples) const {
  const std::size_t columns = columns_.size() - 1;
  parallel_ranges(sums.size() / columns, sums.size_bytes(), [&](std::size_t row, std::size_t end) {
    for (; row < end; ++row) {
      const auto height = static_cast<std::uint64_t>(rows_[first + row + 1] - rows_[first + row]);
      std::uint8_t* const out = samples + (first + row) * columns;
      for (std::size_t column = 0; column < columns; ++column) {
        const auto width = static_cast<std::uint64_t>(columns_[column + 1] - columns_[column]);
        out[column] = sample_of(sums[row * columns + column], width * height * solid);
      }
    }
  });
}

// Counts all pictures, and a copy of one, which is turned to be written.
std::int64_t InkPreview::memory_bytes(const ProofedPage& page) {
  constexpr std::int64_t text = std::int64_t{1} << 20;
  const std::int64_t columns = samples_of(page.shape.width, step_of(page.plan.resolution.x, page.plan.resolution));
  const std::int64_t rows = samples_of(page.shape.height, step_of(page.plan.resolution.y, page.plan.resolution));
  const auto plates = static_cast<std::int64_t>(page.plan.printed.size());
  return (plates + 2) * columns * rows + plates * LevelRows::memory_bytes(columns, rows) + 2 * text;
}

void InkPreview::add(std::span<const halftone::Plate> plates, std::int64_t rows) {
  parallel_for(static_cast<int>(plates.size()), [&](int plate) { sums_[plate].add(plates[plate], rows); });
}

Status InkPreview::write(const OutputFile& file) const {
  const bool exchange = page_.shape.turn().exchange;
  const double width = static_cast<double>(page_.shape.width) / page_.plan.resolution.per_inch(page_.plan.resolution.x);
  const double height =
      static_cast<double>(page_.shape.height) / page_.plan.resolution.per_inch(page_.plan.resolution.y);
  std::string names = "[";
  for (const std::string& ink : page_.plan.printed_names()) names += " " + ps_string(ink);
  std::string text = "%!PS-Adobe-3.0\n%%CIP3-File Version 3.0\nCIP3BeginSheet\n";
  text += entry("AdmJobName", ps_string(document_name(page_.plan.source)));
  text += entry("AdmSoftware", "(platerip)");
  text += entry("AdmPSExtent",
                pair(points_per_inch * (exchange ? height : width), points_per_inch * (exchange ? width : height)));
  text += "CIP3BeginFront\n";
  text += entry("AdmSeparationNames", names + " ]");
  text += "CIP3BeginPreviewImage\n";
  if (const Status status = write_text(file, text); !status.ok()) return status;
  for (std::size_t plate = 0; plate < samples_.size(); ++plate)
    if (const Status status = write_separation(plate, file); !status.ok()) return status;
  return write_text(file, "CIP3EndPreviewImage\nCIP3EndFront\nCIP3EndSheet\n%%CIP3EndOfFile\n");
}

Status InkPreview::write_separation(std::size_t plate, const OutputFile& file) const {
  const std::int64_t columns = std::ssize(columns_) - 1;
  const std::int64_t rows = std::ssize(rows_) - 1;
  const Turn turn = page_.shape.turn();
  const std::span<const std::uint8_t> lying(samples_[plate].get(), count());
  const Picture turned =
      turn == unturned ? Picture() : upright({columns, rows, 1, {lying.begin(), lying.end()}}, page_.shape.orientation);
  const auto samples = turn == unturned ? lying : std::span(turned.samples);
  const double x =
      page_.plan.resolution.per_inch(page_.plan.resolution.x) / step_of(page_.plan.resolution.x, page_.plan.resolution);
  const double y =
      page_.plan.resolution.per_inch(page_.plan.resolution.y) / step_of(page_.plan.resolution.y, page_.plan.resolution);
  const std::int64_t across = turn.exchange ? rows : columns;
  const std::string width = std::to_string(across);
  const std::string height = std::to_string(turn.exchange ? columns : rows);
  std::string text = "CIP3BeginSeparation\n";
  text += entry("PreviewImageWidth", width);
  text += entry("PreviewImageHeight", height);
  text += entry("PreviewImageBitsPerComp", "8");
  text += entry("PreviewImageComponents", "1");
  text += entry("PreviewImageMatrix", "[" + width + " 0 0 -" + height + " 0 " + height + "]");
  text += entry("PreviewImageResolution", turn.exchange ? pair(y, x) : pair(x, y));
  text += entry("PreviewImageEncoding", "/ASCIIHexDecode");
  text += entry("PreviewImageCompression", "/None");
  if (const Status status = write_text(file, text + "CIP3PreviewImage\n"); !status.ok()) return status;
  if (const Status status = write_samples(file, samples, across); !status.ok()) return status;
  return write_text(file, "CIP3EndSeparation\n");
}

}  // namespace platerip::rip
