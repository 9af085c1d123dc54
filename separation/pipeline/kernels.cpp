#include "separation/pipeline/kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "separation/interpolation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "separation/pipeline/kernels.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "separation/pipeline/cells-inl.h"
#include "separation/pipeline/lab-inl.h"
#include "separation/pipeline/numbers-inl.h"
#include "separation/pipeline/words-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::pipeline::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
void mix(const Mix& step, Batch& batch) {
  const auto outputs = static_cast<std::size_t>(step.outputs);
  if (step.inputs == 1)
    mix_channels<1, 0>(step, batch, outputs);
  else if (outputs == 3)
    mix_channels<3, 3>(step, batch);
  else
    mix_channels<3, 0>(step, batch, outputs);
}
#else  // no vectors: the backend is not supported
void load8(const std::uint8_t*, std::size_t, std::size_t, Batch&) {}
void load16(const std::uint16_t*, std::size_t, std::size_t, Batch&) {}
void mix(const Mix&, Batch&) {}
void scale(const ScaleNumbers&, Batch&) {}
void lab_to_xyz(const LabToXyz&, Batch&) {}
void quantize(const Quantize&, Batch&) {}
void xyz_to_lab_words(const Quantize&, Batch&) {}
void interpolate(const Interpolate&, Batch&) {}
#endif

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::separation::pipeline {

HWY_EXPORT(load8);
HWY_EXPORT(load16);
HWY_EXPORT(mix);
HWY_EXPORT(scale);
HWY_EXPORT(lab_to_xyz);
HWY_EXPORT(quantize);
HWY_EXPORT(xyz_to_lab_words);
HWY_EXPORT(interpolate);

void load(const std::uint8_t* pixels, std::size_t colors, std::size_t count, Batch& batch) {
  HWY_DYNAMIC_DISPATCH(load8)(pixels, colors, count, batch);
}

void load(const std::uint16_t* pixels, std::size_t colors, std::size_t count, Batch& batch) {
  HWY_DYNAMIC_DISPATCH(load16)(pixels, colors, count, batch);
}

namespace {

// Not compiled for each instruction set: the compiler would use gather instructions, which are slower.
template <typename Entry>
void look_up(const std::vector<Entry>& table, const std::uint16_t* words, int count, Entry* out) {
  typedef Entry Entries __attribute__((vector_size(16)));  // which one instruction stores
  constexpr int at_once = sizeof(Entries) / sizeof(Entry);
  const Entry* const entries = table.data();
  int i = 0;
  for (; i + at_once <= count; i += at_once) {
    Entries found;
    for (int k = 0; k < at_once; ++k) found[k] = entries[words[i + k]];
    std::memcpy(out + i, &found, sizeof found);
  }
  for (; i < count; ++i) out[i] = entries[words[i]];
}

}  // namespace

void store(const LookUpWords& last, Batch& batch, std::size_t count, InkRows<std::uint8_t> inks, std::int64_t at) {
  run(last, batch);
  for (std::size_t ink = 0; ink < inks.size(); ++ink)
    std::transform(batch.words[ink].begin(), batch.words[ink].begin() + count, inks[ink] + at, rounded<std::uint8_t>);
}

void store(const LookUpWords& last, Batch& batch, std::size_t count, InkRows<std::uint16_t> inks, std::int64_t at) {
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    const std::uint16_t* const words = batch.words[ink].data();
    if (const auto& table = last.tables[ink])
      look_up(*table, words, static_cast<int>(count), inks[ink] + at);
    else
      std::copy_n(words, count, inks[ink] + at);
  }
}

void run(const LookUpNumbers& step, Batch& batch) {
  for (std::size_t channel = 0; channel < step.tables.size(); ++channel)
    look_up(*step.tables[channel], batch.words[channel].data(), batch.count, batch.numbers[channel].data());
}

void run(const LookUpWords& step, Batch& batch) {
  for (std::size_t channel = 0; channel < step.tables.size(); ++channel)
    if (const auto& table = step.tables[channel])
      look_up(*table, batch.words[channel].data(), batch.count, batch.words[channel].data());
}

void run(const Mix& step, Batch& batch) {
  HWY_DYNAMIC_DISPATCH(mix)(step, batch);
}

void run(const ScaleNumbers& step, Batch& batch) {
  HWY_DYNAMIC_DISPATCH(scale)(step, batch);
}

void run(const LabToXyz& step, Batch& batch) {
  HWY_DYNAMIC_DISPATCH(lab_to_xyz)(step, batch);
}

void run(const Quantize& step, Batch& batch) {
  if (step.white)
    HWY_DYNAMIC_DISPATCH(xyz_to_lab_words)(step, batch);
  else
    HWY_DYNAMIC_DISPATCH(quantize)(step, batch);
}

void run(const Interpolate& step, Batch& batch) {
  HWY_DYNAMIC_DISPATCH(interpolate)(step, batch);
}

}  // namespace platerip::separation::pipeline
#endif
