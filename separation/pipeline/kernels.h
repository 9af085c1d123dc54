// The steps' inner loops, compiled for several instruction sets and chosen at run time. Private to separation/.
#pragma once

#include "separation/pipeline/batch.h"
#include "separation/pipeline/steps.h"

namespace platerip::separation::pipeline {

/// Run one step each on all pixels of the batch.
void run(const LookUpNumbers& step, Batch& batch);
void run(const LookUpWords& step, Batch& batch);
void run(const Mix& step, Batch& batch);
void run(const LabToXyz& step, Batch& batch);
void run(const Quantize& step, Batch& batch);
void run(const Interpolate& step, Batch& batch);

}  // namespace platerip::separation::pipeline
