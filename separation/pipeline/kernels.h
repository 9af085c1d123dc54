// The steps' inner loops, compiled for several instruction sets and chosen at run time. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "separation/pipeline/batch.h"
#include "separation/pipeline/steps.h"
#include "separation/simd/ink_rows.h"

namespace platerip::separation::pipeline {

/// Fills the batch with the words of `count` pixels of `colors` samples, 3 or 4, and with zeros up to a whole unit.
void load(const std::uint8_t* pixels, std::size_t colors, std::size_t count, Batch& batch);
void load(const std::uint16_t* pixels, std::size_t colors, std::size_t count, Batch& batch);

/// Puts the inks of the first `count` pixels into rows, from index `at`: the words, by the table of each channel.
void store(const LookUpWords& last, Batch& batch, std::size_t count, InkRows<std::uint8_t> inks, std::int64_t at);
void store(const LookUpWords& last, Batch& batch, std::size_t count, InkRows<std::uint16_t> inks, std::int64_t at);

/// Run one step each on all pixels of the batch.
void run(const LookUpNumbers& step, Batch& batch);
void run(const LookUpWords& step, Batch& batch);
void run(const Mix& step, Batch& batch);
void run(const ScaleNumbers& step, Batch& batch);
void run(const LabToXyz& step, Batch& batch);
void run(const Quantize& step, Batch& batch);
void run(const Interpolate& step, Batch& batch);

}  // namespace platerip::separation::pipeline
