#include "separation/cuda/make_program.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <variant>

#include "separation/pipeline/lab.h"

namespace platerip::separation::cuda {
namespace {

using Kind = Instruction::Kind;

constexpr std::size_t words = 65536;

constexpr double nothing = -0.0;  // what changes no number if it is added

// Adds steps, of which there may be more than a program holds.
class Maker {
 public:
  explicit Maker(int bits) : has_samples_(bits == 8) {}

  void add(const pipeline::LookUpNumbers& step) { add_tables(Kind::look_up_numbers, step.tables, parts_.numbers); }
  void add(const pipeline::LookUpWords& step) { add_tables(Kind::look_up_words, step.tables, parts_.words); }

  void add(const pipeline::Mix& step) {
    Instruction& added = next(Kind::mix, step.inputs, step.outputs);
    add_constants(step.factors);
    add_constants(step.offsets.empty() ? std::vector(static_cast<std::size_t>(added.outputs), nothing) : step.offsets);
  }

  void add(const pipeline::ScaleNumbers& step) {
    const std::size_t channels = step.scales.size();
    pipeline::Mix mix{
        static_cast<int>(channels), static_cast<int>(channels), std::vector(channels * channels, 0.0), {}};
    for (std::size_t channel = 0; channel < channels; ++channel) {
      mix.factors[channel * (channels + 1)] = step.scales[channel].factor;
      mix.offsets.push_back(step.scales[channel].offset.value_or(nothing));
    }
    add(mix);
  }

  void add(const pipeline::LabToXyz& step) {
    next(Kind::lab_to_xyz, 3, 3);
    add_constants(step.white);
  }

  void add(const pipeline::Quantize& step) {
    const auto channels = static_cast<int>(step.scales.size());
    const auto longest = std::ranges::max_element(step.scales, {}, [](const auto& scales) { return scales.size(); });
    Instruction& added = next(step.white ? Kind::xyz_to_lab : Kind::quantize, channels, channels);
    added.scales = static_cast<int>(longest->size());
    if (step.white)
      for (const double white : *step.white) constants_.push_back(pipeline::most_encoded / white);
    for (const auto& scales : step.scales)
      for (std::size_t i = 0; i < longest->size(); ++i) {
        const pipeline::Scale scale = i < scales.size() ? scales[i] : pipeline::Scale();
        constants_.insert(constants_.end(), {scale.factor, scale.offset.value_or(nothing)});
      }
  }

  void add(const pipeline::Interpolate& step) {
    using Way = pipeline::Interpolate::Way;
    const Kind kind = step.way == Way::trilinear     ? Kind::trilinear
                      : step.way == Way::tetrahedral ? Kind::tetrahedral
                                                     : Kind::four_inputs;
    Instruction& added = next(kind, step.inputs, step.outputs);
    added.cells = step.cells;
    added.distances = step.distances;
    for (std::size_t group = 0; group < step.groups.size(); ++group) {
      const std::vector<std::uint16_t>& samples = step.groups[group];
      const std::size_t begin = parts_.nodes.size();
      added.tables[group] = static_cast<std::uint32_t>(begin);
      parts_.nodes.resize(begin + samples.size() / group_inks);
      std::memcpy(&parts_.nodes[begin], samples.data(), samples.size() * sizeof samples[0]);
    }
  }

  std::optional<ProgramParts> finish() {
    Program& program = parts_.program;
    if (instructions_.size() > program.instructions.size() || constants_.size() > program.constants.size())
      return std::nullopt;
    std::ranges::copy(instructions_, program.instructions.begin());
    std::ranges::copy(constants_, program.constants.begin());
    program.count = static_cast<int>(instructions_.size());
    program.nodes_count = static_cast<int>(parts_.nodes.size());
    return std::move(parts_);
  }

 private:
  Instruction& next(Kind kind, int inputs, int outputs) {
    if (has_samples_ && kind != Kind::look_up_numbers && kind != Kind::look_up_words) {
      has_samples_ = false;
      parts_.program.widens = true;
    }
    Instruction& added = instructions_.emplace_back();
    added.kind = kind;
    added.inputs = inputs;
    added.outputs = outputs;
    added.constants = static_cast<int>(constants_.size());
    return added;
  }

  void add_constants(std::span<const double> constants) {
    constants_.insert(constants_.end(), constants.begin(), constants.end());
  }

  template <typename Entry>
  void add_tables(Kind kind, const std::vector<pipeline::Table<Entry>>& tables, std::vector<Entry>& all) {
    const auto channels = static_cast<int>(tables.size());
    Instruction& added = next(kind, channels, channels);
    std::map<const void*, std::uint32_t> begins;
    for (std::size_t channel = 0; channel < tables.size(); ++channel) {
      const auto& table = tables[channel];
      if (!table && !has_samples_) {
        added.tables[channel] = Instruction::no_table;
        continue;
      }
      const auto [begin, is_new] = begins.emplace(table.get(), static_cast<std::uint32_t>(all.size()));
      added.tables[channel] = begin->second;
      if (!is_new) continue;
      for (std::size_t word = 0; word < words; word += has_samples_ ? 257 : 1)
        all.push_back(table ? (*table)[word] : static_cast<Entry>(word));
    }
    has_samples_ = false;
  }

  bool has_samples_;  // 8-bit samples, not words, come to the next step
  ProgramParts parts_;
  std::vector<Instruction> instructions_;
  std::vector<double> constants_;
};

}  // namespace

std::optional<ProgramParts> make_program(const std::vector<pipeline::Step>& steps, int bits) {
  Maker maker(bits);
  for (const pipeline::Step& step : steps) std::visit([&](const auto& one) { maker.add(one); }, step);
  return maker.finish();
}

}  // namespace platerip::separation::cuda
