// Gets LittleCMS' unoptimised pipeline of a page. Private to separation/.
#pragma once

#include <lcms2.h>

#include <memory>

#include "base/status.h"
#include "profiles/lcms.h"
#include "separation/separation.h"

namespace platerip::separation::pipeline {

using PipelineHandle = std::unique_ptr<cmsPipeline, profiles::lcms::Free<cmsPipelineFree>>;

/// A pipeline, and the context that its memory is from. It also refers to the memory of the settings' profiles.
struct TakenPipeline {
  profiles::lcms::Context context;
  PipelineHandle pipeline;
};

/// The pipeline that LittleCMS evaluates for each pixel if it must not optimise. Null if LittleCMS shows none.
/// Precondition: the page has a profile. Errors: LittleCMS refuses the transform.
Result<TakenPipeline> take_pipeline(const Settings& settings);

}  // namespace platerip::separation::pipeline
