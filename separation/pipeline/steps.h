// LittleCMS' unoptimised pipeline as steps for many pixels at a time. A step takes either words, which are 16-bit
// samples, or numbers, which are LittleCMS' single-precision values from 0 to 1, and leaves either. Private to
// separation/.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace platerip::separation::pipeline {

/// The greatest number of channels between two steps.
inline constexpr int max_channels = 8;

/// A double x + to_fixed − to_fixed is x with 16 fractional bits: LittleCMS' _lcms_double2fixmagic.
inline constexpr double to_fixed = 68719476736.0 * 1.5;

/// An entry for every word. Channels share equal tables, which spares the caches.
template <typename Entry>
using Table = std::shared_ptr<const std::vector<Entry>>;

/// Words to numbers, by the table of each channel.
struct LookUpNumbers {
  std::vector<Table<float>> tables;
};

/// Words to words, by the table of each channel. Null: nothing changes.
struct LookUpWords {
  std::vector<Table<std::uint16_t>> tables;
};

/// Numbers to numbers: LittleCMS' EvaluateMatrix() for 1 or 3 inputs.
struct Mix {
  int inputs = 0, outputs = 0;
  std::vector<double> factors;  ///< row after row
  std::vector<double> offsets;  ///< one per output, or none
};

/// A row of a matrix that takes nothing from other channels.
struct Scale {
  double factor = 1;
  std::optional<double> offset;
  bool operator==(const Scale&) const = default;
};

/// Numbers to numbers: a matrix of such rows. LittleCMS also adds products with 0, which change no finite number.
struct ScaleNumbers {
  std::vector<Scale> scales;  ///< per channel
};

/// Numbers to numbers: LittleCMS' EvaluateLab2XYZ().
struct LabToXyz {
  std::array<double, 3> white;
};

/// Numbers to words: EvaluateXYZ2Lab() if there is a white, then the scales of each channel, then FromFloatTo16().
struct Quantize {
  std::optional<std::array<double, 3>> white;
  std::vector<std::vector<Scale>> scales;  ///< per channel
};

/// Words to words: interpolation between nodes, as LittleCMS does it in 16 bits.
struct Interpolate {
  enum class Way { trilinear, tetrahedral, four_inputs };
  Way way = Way::trilinear;
  std::array<std::uint32_t, 4> cells{};      ///< along each axis
  std::array<std::uint32_t, 4> distances{};  ///< between neighbours along each axis, in nodes
  int inputs = 3, outputs = 0;
  std::vector<std::vector<std::uint16_t>> groups;  ///< in_groups() (tables/nodes.h), padded by the cell's far corner
};

using Step = std::variant<LookUpNumbers, LookUpWords, Mix, ScaleNumbers, LabToXyz, Quantize, Interpolate>;

}  // namespace platerip::separation::pipeline
