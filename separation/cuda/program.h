// LittleCMS' unoptimised pipeline (pipeline/steps.h) as plain data, which a kernel gets as a parameter, and how it
// converts a pixel. Runs on the device and, for the check against the reference, on the host. Compilers must not fuse
// multiplications and additions here. Private to separation/cuda/.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "separation/cmyk_interpolation.h"
#include "separation/cuda/node.h"
#include "separation/interpolation.h"
#include "separation/pipeline/doubt.h"
#include "separation/pipeline/lab.h"
#include "separation/pipeline/steps.h"

namespace platerip::separation::cuda {

/// One step of a program.
struct Instruction {
  enum class Kind {
    look_up_numbers,
    look_up_words,
    mix,
    lab_to_xyz,
    xyz_to_lab,  ///< and to words
    quantize,
    trilinear,
    tetrahedral,
    four_inputs,
  };
  static constexpr std::uint32_t no_table = 0xFFFFFFFF;  ///< the channel does not change

  Kind kind = Kind::quantize;
  int inputs = 0, outputs = 0;                                 ///< channels
  int scales = 0;                                              ///< of each channel
  int constants = 0;                                           ///< the index of the first
  std::array<std::uint32_t, pipeline::max_channels> tables{};  ///< where each channel's, or group's nodes, begin
  std::array<std::uint32_t, 4> cells{}, distances{};           ///< see Interpolate
};

/// Kernels take at most 4 KiB of parameters, so that a program has bounds.
struct Program {
  static constexpr int most_instructions = 16, most_constants = 128;

  std::array<Instruction, most_instructions> instructions{};
  int count = 0;
  std::array<double, most_constants> constants{};
  bool widens = false;  ///< the samples of 8 bits to words, before the first step; else its tables have 256 entries
  const float* numbers = nullptr;        ///< the tables of look_up_numbers
  const std::uint16_t* words = nullptr;  ///< the tables of look_up_words
  const Node* nodes = nullptr;           ///< of all grids, group after group
  int nodes_count = 0;

  [[nodiscard]] constexpr bool may_doubt() const {
    for (int i = 0; i < count; ++i)
      if (instructions[i].kind == Instruction::Kind::xyz_to_lab) return true;
    return false;
  }
  /// The greatest number of channels between two steps.
  [[nodiscard]] constexpr int channels() const {
    int most = 0;
    for (int i = 0; i < count; ++i) most = std::max({most, instructions[i].inputs, instructions[i].outputs});
    return most;
  }
};

/// A pixel on its way: a word of 16 bits per channel, or the bits of a number in single precision.
template <int channels>
struct Values {
  std::array<std::uint32_t, channels> bits{};
  bool doubtful = false;  ///< a word is too close to call: LittleCMS itself must convert the pixel

  [[nodiscard]] constexpr double number(int channel) const { return std::bit_cast<float>(bits[channel]); }
  constexpr void set_number(int channel, double number) {
    bits[channel] = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  }
};

template <int channels>
constexpr void look_up(const float* tables, const Instruction& step, Values<channels>& values) {
  for (int c = 0; c < channels; ++c)
    if (c < step.inputs && step.tables[c] != Instruction::no_table)
      values.bits[c] = std::bit_cast<std::uint32_t>(tables[step.tables[c] + values.bits[c]]);
}

template <int channels>
constexpr void look_up(const std::uint16_t* tables, const Instruction& step, Values<channels>& values) {
  for (int c = 0; c < channels; ++c)
    if (c < step.inputs && step.tables[c] != Instruction::no_table)
      values.bits[c] = tables[step.tables[c] + values.bits[c]];
}

/// The constants: the factors, row after row, and then the offsets.
template <int channels>
constexpr void mix(const double* constants, const Instruction& step, Values<channels>& values) {
  const double x = values.number(0), y = values.number(1), z = values.number(2);
  const double* const offsets = constants + step.outputs * step.inputs;
  for (int c = 0; c < channels; ++c) {
    if (c >= step.outputs) continue;
    const double* const factors = constants + c * step.inputs;
    double sum = x * factors[0];
    if (step.inputs == 3) {
      sum += y * factors[1];
      sum += z * factors[2];
    }
    values.set_number(c, sum + offsets[c]);
  }
}

/// LittleCMS' f_1().
constexpr double cube_or_line(double t) {
  return t <= pipeline::dark_root ? pipeline::line_run * (t - pipeline::line_start) : t * t * t;
}

/// The constants: the white.
template <int channels>
constexpr void lab_to_xyz(const double* white, Values<channels>& values) {
  const double y = (values.number(0) * 100.0 + 16.0) / 116.0;
  const double x = y + 0.002 * (values.number(1) * 255.0 - 128.0);
  const double z = y - 0.005 * (values.number(2) * 255.0 - 128.0);
  values.set_number(0, cube_or_line(x) * white[0] / pipeline::most_encoded);
  values.set_number(1, cube_or_line(y) * white[1] / pipeline::most_encoded);
  values.set_number(2, cube_or_line(z) * white[2] / pipeline::most_encoded);
}

/// LittleCMS' _cmsQuickSaturateWord(), which uses the bits of a double with 16 fractional bits.
constexpr std::uint32_t word_of(double number) {
  const double word = number * 65535.0 + 0.5;
  const double above = word > 0 ? word : 0, within = above < 65535.0 ? above : 65535.0;
  const double fixed = within - 32767.0 + pipeline::to_fixed;
  return (static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(fixed) >> 16) + 32767) & 0xFFFF;
}

/// Scales a number as often as its step does, each time rounding it to single precision. The constants: each scale's
/// factor and offset.
constexpr std::uint32_t scaled_word(const double* constants, int scales, float number) {
  for (int i = 0; i < scales; ++i)
    number = static_cast<float>(static_cast<double>(number) * constants[2 * i] + constants[2 * i + 1]);
  return word_of(number);
}

/// The constants: the scales of each channel.
template <int channels>
constexpr void quantize(const double* constants, const Instruction& step, Values<channels>& values) {
  for (int c = 0; c < channels; ++c)
    if (c < step.inputs)
      values.bits[c] = scaled_word(constants + 2 * c * step.scales, step.scales, static_cast<float>(values.number(c)));
}

/// One step towards r = x^(-1/3), as in pipeline/lab-inl.h.
template <typename Float>
constexpr Float closer(Float x, Float r) {
  const Float h = 1 - x * r * (r * r);
  return r + r * (h * (Float(1.0 / 3) + h * (Float(2.0 / 9) + h * Float(14.0 / 81))));
}

/// The cube root of a number from 2^-20 to 2^20. Its relative error is less than 2^-49.
constexpr double cube_root(double x) {
  const auto narrow = static_cast<float>(x);
  const auto exponent = static_cast<float>(std::bit_cast<std::int32_t>(narrow));
  const float third = 1419900000.0F - exponent * (1.0F / 3);
  const float guess = closer(narrow, std::bit_cast<float>(static_cast<std::int32_t>(third)));
  const double r = closer(x, static_cast<double>(guess));
  return x * r * r;
}

/// LittleCMS' f(), nearly.
constexpr double root_or_line(double t) {
  return t <= pipeline::dark ? t * pipeline::line_rise + pipeline::line_start : cube_root(t);
}

/// Rounds a number of L*a*b* to single precision and to a word.
constexpr std::uint32_t quantized(const double* scales, int count, double number, bool& doubtful) {
  const auto least = static_cast<float>(number - pipeline::uncertainty);
  const auto greatest = static_cast<float>(number + pipeline::uncertainty);
  const std::uint32_t word = scaled_word(scales, count, least);
  if (least != greatest) doubtful = doubtful || word != scaled_word(scales, count, greatest);
  return word;
}

/// The constants: a factor for each channel, which makes a number a share of the white, and the scales of each channel.
template <int channels>
constexpr void xyz_to_lab(const double* constants, const Instruction& step, Values<channels>& values) {
  const std::array<double, 3> shares = {values.number(0) * constants[0], values.number(1) * constants[1],
                                        values.number(2) * constants[2]};
  for (const double share : shares)
    if (!(share <= pipeline::most_xyz && share >= -pipeline::most_xyz)) values.doubtful = true;
  if (values.doubtful) {
    values.bits = {};
    return;
  }
  const double x = root_or_line(shares[0]), y = root_or_line(shares[1]), z = root_or_line(shares[2]);
  const double* const scales = constants + 3;
  const int n = step.scales;
  values.bits[0] = quantized(scales, n, y * 1.16 - 0.16, values.doubtful);
  values.bits[1] = quantized(scales + 2 * n, n, (x - y) * pipeline::a_scale + pipeline::neutral, values.doubtful);
  values.bits[2] = quantized(scales + 4 * n, n, (y - z) * pipeline::b_scale + pipeline::neutral, values.doubtful);
}

/// The position of a word along an axis, with 16 fractional bits: LittleCMS' _cmsToFixedDomain().
constexpr std::uint32_t place_of(std::uint32_t word, std::uint32_t cells) {
  const std::uint32_t a = word * cells, n = a + 0x7FFF;
  return a + ((n + (n >> 16) + 1) >> 16);
}

/// A cell of a grid, and the fractions along the axes.
struct Cell {
  std::uint32_t near_corner = 0;
  std::array<std::uint32_t, 4> rests{};
};

template <int inputs, int channels>
constexpr Cell cell_of(const Instruction& step, const Values<channels>& values) {
  Cell cell;
  for (int axis = 0; axis < inputs; ++axis) {
    const std::uint32_t place = place_of(values.bits[axis], step.cells[axis]);
    cell.rests[axis] = place & 0xFFFF;
    cell.near_corner += (place >> 16) * step.distances[axis];
  }
  return cell;
}

/// LittleCMS' LERP().
constexpr std::uint32_t between(std::uint32_t low, std::uint32_t high, std::uint32_t rest) {
  return (low + (((high - low) * rest + 0x8000) >> 16)) & 0xFFFF;
}

/// Calls interpolate() with the nodes of each group, for the words of its inks.
template <int channels, typename Interpolate>
constexpr void set_groups(const Node* all, const Instruction& step, Values<channels>& values,
                          const Interpolate& interpolate) {
  for (int group = 0; group < channels / group_inks; ++group) {
    if (group * group_inks >= step.outputs) continue;
    const std::array<std::uint32_t, group_inks> inks = interpolate(all + step.tables[group]);
    for (int i = 0; i < group_inks; ++i) values.bits[group * group_inks + i] = inks[i];
  }
}

/// LittleCMS' TrilinearInterp16().
template <int channels>
constexpr void interpolate_linearly(const Node* all, const Instruction& step, Values<channels>& values) {
  const Cell cell = cell_of<3>(step, values);
  const std::uint32_t x = step.distances[0], y = step.distances[1], z = step.distances[2];
  set_groups(all, step, values, [&](const Node* nodes) {
    const Node* const at = nodes + cell.near_corner;
    const Node n000 = at[0], n001 = at[z], n010 = at[y], n011 = at[y + z];
    const Node n100 = at[x], n101 = at[x + z], n110 = at[x + y], n111 = at[x + y + z];
    const auto along_x = [&](const Node& low, const Node& high, int i) {
      return between(low.samples[i], high.samples[i], cell.rests[0]);
    };
    std::array<std::uint32_t, group_inks> inks{};
    for (int i = 0; i < group_inks; ++i) {
      const std::uint32_t less = between(along_x(n000, n100, i), along_x(n010, n110, i), cell.rests[1]);
      const std::uint32_t more = between(along_x(n001, n101, i), along_x(n011, n111, i), cell.rests[1]);
      inks[i] = between(less, more, cell.rests[2]);
    }
    return inks;
  });
}

/// The way through a cell from its near corner to its far one, along the last three axes in falling order of their
/// fractions.
template <int first_axis>
constexpr CmykPath path_through(const Instruction& step, const Cell& cell) {
  const auto& steps = step.distances;
  // Each key holds the fraction and, below it, the step along the axis, so that sorting keeps the two together.
  const auto key = [&](int axis) { return cell.rests[axis] << 16 | steps[axis]; };
  const std::uint32_t a = key(first_axis), b = key(first_axis + 1), c = key(first_axis + 2);
  const auto greater = [](std::uint32_t one, std::uint32_t other) { return one > other ? one : other; };
  const auto lesser = [](std::uint32_t one, std::uint32_t other) { return one > other ? other : one; };
  const std::uint32_t first = greater(greater(a, b), c), last = lesser(lesser(a, b), c);
  const std::uint32_t middle = a ^ b ^ c ^ first ^ last;
  const std::uint32_t far_corner = cell.near_corner + steps[first_axis] + steps[first_axis + 1] + steps[first_axis + 2];
  return {{cell.near_corner, cell.near_corner + (first & 0xFFFF), far_corner - (last & 0xFFFF), far_corner},
          {first >> 16, middle >> 16, last >> 16},
          cell.rests[0]};
}

/// LittleCMS' TetrahedralInterp16().
template <int channels>
constexpr void interpolate_along_path(const Node* all, const Instruction& step, Values<channels>& values) {
  const CmykPath path = path_through<0>(step, cell_of<3>(step, values));
  const auto& r = path.rests;
  const Path weighted{path.corners, {0 - r[0], r[0] - r[1], r[1] - r[2], r[2]}};
  set_groups(all, step, values, [&](const Node* nodes) {
    const auto& at = path.corners;
    const Node c0 = nodes[at[0]], c1 = nodes[at[1]], c2 = nodes[at[2]], c3 = nodes[at[3]];
    std::array<std::uint32_t, group_inks> inks{};
    for (int i = 0; i < group_inks; ++i)
      inks[i] = interpolated(weighted, c0.samples[i], c1.samples[i], c2.samples[i], c3.samples[i]);
    return inks;
  });
}

/// LittleCMS' Eval4Inputs(): along the same path in two slices of the first input.
template <int channels>
constexpr void interpolate_slices(const Node* all, const Instruction& step, Values<channels>& values) {
  const CmykPath path = path_through<1>(step, cell_of<4>(step, values));
  set_groups(all, step, values, [&](const Node* less) {
    const Node* const more = less + step.distances[0];
    const auto& at = path.corners;
    const Node l0 = less[at[0]], l1 = less[at[1]], l2 = less[at[2]], l3 = less[at[3]];
    const Node m0 = more[at[0]], m1 = more[at[1]], m2 = more[at[2]], m3 = more[at[3]];
    std::array<std::uint32_t, group_inks> inks{};
    for (int i = 0; i < group_inks; ++i)
      inks[i] = between_slices(path, in_slice(path, l0.samples[i], l1.samples[i], l2.samples[i], l3.samples[i]),
                               in_slice(path, m0.samples[i], m1.samples[i], m2.samples[i], m3.samples[i]));
    return inks;
  });
}

template <int channels>
constexpr void run(const Program& program, const Node* nodes, const Instruction& step, Values<channels>& values) {
  using enum Instruction::Kind;
  const double* const constants = program.constants.data() + step.constants;
  switch (step.kind) {
    case look_up_numbers:
      return look_up(program.numbers, step, values);
    case look_up_words:
      return look_up(program.words, step, values);
    case mix:
      return cuda::mix(constants, step, values);
    case lab_to_xyz:
      return cuda::lab_to_xyz(constants, values);
    case xyz_to_lab:
      return cuda::xyz_to_lab(constants, step, values);
    case quantize:
      return cuda::quantize(constants, step, values);
    case trilinear:
      return interpolate_linearly(nodes, step, values);
    case tetrahedral:
      return interpolate_along_path(nodes, step, values);
    case four_inputs:
      return interpolate_slices(nodes, step, values);
  }
}

/// Converts a colour. The first channels are then the words of the inks. `nodes`: those of the program, or a copy.
template <int channels, typename Color>
constexpr Values<channels> run(const Program& program, const Node* nodes, const Color& color) {
  Values<channels> values;
  for (std::size_t c = 0; c < color.size(); ++c) values.bits[c] = program.widens ? widened(color[c]) : color[c];
  for (int i = 0; i < program.count; ++i) run(program, nodes, program.instructions[i], values);
  return values;
}

}  // namespace platerip::separation::cuda
