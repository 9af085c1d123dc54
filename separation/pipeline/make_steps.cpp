#include "separation/pipeline/make_steps.h"

#include <lcms2_plugin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "separation/pipeline/take_pipeline.h"
#include "separation/tables/nodes.h"

namespace platerip::separation::pipeline {
namespace {

constexpr int words = 65536;

// Along each axis of a table. Files cannot have more.
constexpr cmsUInt32Number most_nodes = 255;

// What a stage does to one channel of a page, if it does not mix channels.
class Stage {
 public:
  explicit Stage(const cmsStage* stage) : stage_(stage) {}

  [[nodiscard]] cmsStageSignature type() const { return cmsStageType(stage_); }
  [[nodiscard]] std::size_t inputs() const { return cmsStageInputChannels(stage_); }
  [[nodiscard]] std::size_t outputs() const { return cmsStageOutputChannels(stage_); }
  template <typename Data>
  [[nodiscard]] const Data& data() const {
    return *static_cast<const Data*>(cmsStageData(stage_));
  }

  [[nodiscard]] bool has_curves() const { return type() == cmsSigCurveSetElemType; }
  [[nodiscard]] bool is_matrix() const { return type() == cmsSigMatrixElemType; }
  /// Whether it is a table whose inputs LittleCMS rounds to 16 bits.
  [[nodiscard]] bool is_grid_of_words() const {
    return type() == cmsSigCLutElemType && !data<_cmsStageCLutData>().HasFloatValues;
  }
  [[nodiscard]] bool keeps_channels_apart() const {
    if (has_curves()) return true;
    if (!is_matrix() || inputs() != outputs()) return false;
    const auto& matrix = data<_cmsStageMatrixData>();
    for (std::size_t i = 0; i < inputs() * outputs(); ++i)
      if (i % (inputs() + 1) != 0 && matrix.Double[i] != 0) return false;
    return true;
  }

  [[nodiscard]] const cmsToneCurve* curve(std::size_t channel) const {
    return data<_cmsStageToneCurvesData>().TheCurves[channel];
  }
  [[nodiscard]] Scale scale(std::size_t channel) const {
    const auto& matrix = data<_cmsStageMatrixData>();
    Scale scale{matrix.Double[channel * (inputs() + 1)], std::nullopt};
    if (matrix.Offset != nullptr) scale.offset = matrix.Offset[channel];
    return scale;
  }

 private:
  const cmsStage* stage_;
};

// A curve whose input LittleCMS rounds to 16 bits.
bool rounds_to_words(const cmsToneCurve* curve) {
  return cmsGetToneCurveParametricType(curve) == 0 && !cmsIsToneCurveMultisegment(curve);
}

bool changes_nothing(const cmsToneCurve* curve) {
  return cmsGetToneCurveParametricType(curve) == 1 && *cmsGetToneCurveParams(curve) == 1;
}

bool changes_nothing(const Stage& stage) {
  if (!stage.has_curves()) return false;
  for (std::size_t channel = 0; channel < stage.inputs(); ++channel)
    if (!changes_nothing(stage.curve(channel))) return false;
  return true;
}

bool are_alike(const cmsToneCurve* a, const cmsToneCurve* b) {
  constexpr int params = 10;  // of a parametric curve of any type; unused ones are 0
  const cmsInt32Number type = cmsGetToneCurveParametricType(a);
  if (type != cmsGetToneCurveParametricType(b)) return false;
  if (type != 0)
    return std::equal(cmsGetToneCurveParams(a), cmsGetToneCurveParams(a) + params, cmsGetToneCurveParams(b));
  if (!rounds_to_words(a) || !rounds_to_words(b)) return false;
  const auto entries = [](const cmsToneCurve* curve) {
    return std::span(cmsGetToneCurveEstimatedTable(curve), cmsGetToneCurveEstimatedTableEntries(curve));
  };
  return std::ranges::equal(entries(a), entries(b));
}

float scaled(const Scale& scale, float number) {
  double sum = number * scale.factor;
  if (scale.offset) sum += *scale.offset;
  return static_cast<float>(sum);
}

// LittleCMS' _cmsQuickSaturateWord(), which first rounds to 16 fractional bits.
std::uint16_t rounded_word(float number) {
  const double word = std::clamp(number * 65535.0 + 0.5, 0.0, 65535.0);
  return static_cast<std::uint16_t>(std::floor(word - 32767 + to_fixed - to_fixed) + 32767);
}

// Whether LittleCMS rounds each product before it adds it. On some processors, compilers fuse the two. That changes the
// last bit of a double, and so one word in thousands of millions, which no comparison would find.
bool rounds_products() {
  // 1 · factors[0] + number · factors[1], where the second product ends with a half of the last bit.
  constexpr float number = 1 + 0x1p-23F;
  constexpr std::array factors = {-(1 + 0x1p-23 + 0x1p-30), 1 + 0x1p-30, 0.0};
  constexpr std::array numbers = {1.0F, number, 0.0F};
  const PipelineHandle pipeline(cmsPipelineAlloc(nullptr, 3, 1));
  if (!pipeline) return false;
  if (!cmsPipelineInsertStage(pipeline.get(), cmsAT_END, cmsStageAllocMatrix(nullptr, 1, 3, factors.data(), nullptr)))
    return false;
  float sum = 1;
  cmsPipelineEvalFloat(numbers.data(), &sum, pipeline.get());
  return sum == 0;
}

class Maker {
 public:
  explicit Maker(const cmsPipeline* pipeline) : same_words_(words) {
    std::iota(same_words_.begin(), same_words_.end(), std::uint16_t{0});
    for (const cmsStage* stage = cmsPipelineGetPtrToFirstStage(pipeline); stage; stage = cmsStageNext(stage))
      stages_.emplace_back(stage);
  }

  // The steps, or nothing if there are none for a stage.
  std::optional<std::vector<Step>> run() {
    const auto fits = [](const Stage& stage) { return std::max(stage.inputs(), stage.outputs()) <= max_channels; };
    if (stages_.empty() || !std::ranges::all_of(stages_, fits)) return std::nullopt;
    Starts starts(stages_.front().inputs(), 0);
    while (true) {
      const std::size_t next = end_of_apart(*std::ranges::max_element(starts));
      if (next == stages_.size() || stages_[next].is_grid_of_words()) {
        add_words(starts, next);
        if (next == stages_.size()) return std::move(steps_);
        if (!add_grid(stages_[next])) return std::nullopt;
        starts.assign(stages_[next].outputs(), next + 1);
        continue;
      }
      if (!add_numbers(starts, next)) return std::nullopt;
      auto quantized = add_until_words(next);
      if (!quantized) return std::nullopt;
      starts = *std::move(quantized);
    }
  }

 private:
  // Where each channel's words enter the pipeline: the index of a stage.
  using Starts = std::vector<std::size_t>;

  // The index of the first stage from `begin` that mixes channels.
  [[nodiscard]] std::size_t end_of_apart(std::size_t begin) const {
    while (begin < stages_.size() && stages_[begin].keeps_channels_apart()) ++begin;
    return begin;
  }

  // What the stages from `begin` to `end` make of a word in one channel. Without stages, the word as a number.
  [[nodiscard]] std::vector<float> numbers_of(std::size_t channel, std::size_t begin, std::size_t end) const {
    std::vector<float> numbers;
    numbers.reserve(words);
    for (int word = 0; word < words; ++word) {
      float number = static_cast<float>(word) / 65535.0F;
      for (std::size_t i = begin; i < end; ++i)
        number = stages_[i].has_curves() ? cmsEvalToneCurveFloat(stages_[i].curve(channel), number)
                                         : scaled(stages_[i].scale(channel), number);
      numbers.push_back(number);
    }
    return numbers;
  }

  // Whether the stages from `begin` to `end` do the same in two channels.
  [[nodiscard]] bool are_alike(std::size_t one, std::size_t other, std::size_t begin, std::size_t end) const {
    return std::all_of(stages_.begin() + begin, stages_.begin() + end, [&](const Stage& stage) {
      return stage.has_curves() ? pipeline::are_alike(stage.curve(one), stage.curve(other))
                                : stage.scale(one) == stage.scale(other);
    });
  }

  // For each channel, the first one in which the stages up to `end` do the same. Its table serves both.
  [[nodiscard]] std::vector<std::size_t> first_alike(const Starts& starts, std::size_t end) const {
    std::vector<std::size_t> firsts;
    for (std::size_t channel = 0; channel < starts.size(); ++channel) {
      std::size_t first = 0;
      while (first < channel && (starts[first] != starts[channel] || !are_alike(first, channel, starts[first], end)))
        ++first;
      firsts.push_back(first);
    }
    return firsts;
  }

  void add_words(const Starts& starts, std::size_t end) {
    LookUpWords step;
    const auto firsts = first_alike(starts, end);
    for (std::size_t channel = 0; channel < starts.size(); ++channel) {
      if (firsts[channel] < channel) {
        step.tables.push_back(step.tables[firsts[channel]]);
        continue;
      }
      auto& table = step.tables.emplace_back();
      if (starts[channel] == end) continue;
      std::vector<std::uint16_t> found;
      for (const float number : numbers_of(channel, starts[channel], end)) found.push_back(rounded_word(number));
      if (found != same_words_) table = std::make_shared<const std::vector<std::uint16_t>>(std::move(found));
    }
    if (std::ranges::any_of(step.tables, [](const auto& table) { return table != nullptr; }))
      steps_.emplace_back(std::move(step));
  }

  // False if there is a number that is none, with which matrices mix channels in another way.
  bool add_numbers(const Starts& starts, std::size_t end) {
    LookUpNumbers step;
    const auto firsts = first_alike(starts, end);
    for (std::size_t channel = 0; channel < starts.size(); ++channel) {
      if (firsts[channel] < channel) {
        step.tables.push_back(step.tables[firsts[channel]]);
        continue;
      }
      auto table = numbers_of(channel, starts[channel], end);
      if (!std::ranges::all_of(table, [](float number) { return std::isfinite(number); })) return false;
      step.tables.push_back(std::make_shared<const std::vector<float>>(std::move(table)));
    }
    steps_.emplace_back(std::move(step));
    return true;
  }

  bool add_grid(const Stage& stage) {
    const auto& grid = stage.data<_cmsStageCLutData>();
    const cmsInterpParams& params = *grid.Params;
    if (params.nInputs != 3 && params.nInputs != 4) return false;
    if (*std::max_element(params.nSamples, params.nSamples + params.nInputs) > most_nodes) return false;
    Interpolate step;
    step.inputs = static_cast<int>(params.nInputs);
    step.outputs = static_cast<int>(params.nOutputs);
    step.way = params.nInputs == 4                                ? Interpolate::Way::four_inputs
               : (params.dwFlags & CMS_LERP_FLAGS_TRILINEAR) != 0 ? Interpolate::Way::trilinear
                                                                  : Interpolate::Way::tetrahedral;
    std::size_t padding = 0;
    for (std::size_t axis = 0; axis < params.nInputs; ++axis) {
      step.cells[axis] = params.Domain[axis];
      step.distances[axis] = params.opta[params.nInputs - 1 - axis] / params.nOutputs;
      padding += step.distances[axis];
    }
    step.groups = in_groups({grid.Tab.T, grid.nEntries}, params.nOutputs, padding);
    steps_.emplace_back(std::move(step));
    return true;
  }

  bool add_matrix(const Stage& stage) {
    if (stage.inputs() != 1 && stage.inputs() != 3) return false;
    if (stage.keeps_channels_apart()) {
      ScaleNumbers step;
      for (std::size_t channel = 0; channel < stage.inputs(); ++channel) step.scales.push_back(stage.scale(channel));
      steps_.emplace_back(std::move(step));
      return true;
    }
    const auto& matrix = stage.data<_cmsStageMatrixData>();
    Mix step{static_cast<int>(stage.inputs()), static_cast<int>(stage.outputs()), {}, {}};
    step.factors.assign(matrix.Double, matrix.Double + stage.inputs() * stage.outputs());
    if (matrix.Offset != nullptr) step.offsets.assign(matrix.Offset, matrix.Offset + stage.outputs());
    steps_.emplace_back(std::move(step));
    return true;
  }

  // Adds steps for numbers, from the stage at `next`, until there are words in every channel. Says where these enter
  // the pipeline. Nothing if there is no step for a stage.
  std::optional<Starts> add_until_words(std::size_t next) {
    const cmsCIEXYZ& d50 = *cmsD50_XYZ();
    const std::array white = {d50.X, d50.Y, d50.Z};
    for (; next < stages_.size(); ++next) {
      const Stage& stage = stages_[next];
      if (stage.type() == cmsSigXYZ2LabElemType) return add_quantize(next + 1, stage.outputs(), white);
      if (stage.type() == cmsSigLab2XYZElemType)
        steps_.emplace_back(LabToXyz{white});
      else if (!changes_nothing(stage) && !(stage.is_matrix() && add_matrix(stage)))
        return std::nullopt;
      if (auto starts = add_quantize(next + 1, stage.outputs(), std::nullopt)) return starts;
    }
    return std::nullopt;
  }

  // Adds the step that rounds numbers to words, if the stages from `begin` do that in every channel.
  std::optional<Starts> add_quantize(std::size_t begin, std::size_t channels,
                                     std::optional<std::array<double, 3>> white) {
    Quantize step{white, std::vector<std::vector<Scale>>(channels)};
    Starts starts;
    for (std::size_t channel = 0; channel < channels; ++channel) {
      std::size_t at = begin;
      for (; at < stages_.size() && stages_[at].keeps_channels_apart(); ++at) {
        if (stages_[at].is_matrix()) {
          step.scales[channel].push_back(stages_[at].scale(channel));
          continue;
        }
        if (rounds_to_words(stages_[at].curve(channel))) break;
        if (!changes_nothing(stages_[at].curve(channel))) return std::nullopt;
      }
      const bool rounds = at == stages_.size() || stages_[at].has_curves() || stages_[at].is_grid_of_words();
      if (!rounds) return std::nullopt;
      starts.push_back(at);
    }
    steps_.emplace_back(std::move(step));
    return starts;
  }

  std::vector<std::uint16_t> same_words_;  // the table that changes nothing
  std::vector<Stage> stages_;
  std::vector<Step> steps_;
};

}  // namespace

Result<std::vector<Step>> make_steps(const Settings& settings) {
  const auto taken = take_pipeline(settings);
  if (!taken.ok()) return taken.error();
  if (!rounds_products()) return Error{"this LittleCMS fuses multiplications and additions", ErrorCode::unsupported};
  std::optional<std::vector<Step>> steps;
  if (taken->pipeline) steps = Maker(taken->pipeline.get()).run();
  if (!steps) return Error{"its profiles have a step that only LittleCMS makes", ErrorCode::unsupported};
  return *std::move(steps);
}

}  // namespace platerip::separation::pipeline
