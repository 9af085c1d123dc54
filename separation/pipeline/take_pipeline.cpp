#include "separation/pipeline/take_pipeline.h"

#include <lcms2_plugin.h>

#include <new>
#include <utility>

#include "separation/plan.h"
#include "separation/reference/transform.h"

namespace platerip::separation::pipeline {
namespace {

// An optimization plug-in gets the pipeline after LittleCMS removed stages that cancel each other, which it does even
// if it must not optimise. This one keeps a copy and leaves the pipeline as it is.
cmsBool keep_copy(cmsPipeline** pipeline, cmsUInt32Number, cmsUInt32Number*, cmsUInt32Number*, cmsUInt32Number*) {
  auto* const copy = static_cast<PipelineHandle*>(cmsGetContextUserData(cmsGetPipelineContextID(*pipeline)));
  copy->reset(cmsPipelineDup(*pipeline));
  return TRUE;
}

}  // namespace

Result<TakenPipeline> take_pipeline(const Settings& settings) {
  const profiles::lcms::Complaint complaint;
  TakenPipeline taken;
  const cmsContext context_of_inks = cmsGetProfileContextID(profile_of_inks(settings).handle());
  taken.context.reset(cmsDupContext(context_of_inks, &taken.pipeline));
  cmsPluginOptimization plugin{{cmsPluginMagicNumber, 2060, cmsPluginOptimizationSig, nullptr}, keep_copy};
  if (!taken.context || !cmsPluginTHR(taken.context.get(), &plugin)) throw std::bad_alloc();
  // LittleCMS shows plug-ins no 16-bit pages of linear RGB. The pipeline is the same for 8 bits.
  PixelFormat narrow = settings.format;
  narrow.bits = 8;
  const cmsUInt32Number flags =
      (reference::transform_flags(settings) & ~static_cast<cmsUInt32Number>(cmsFLAGS_NOOPTIMIZE)) | cmsFLAGS_NOCACHE;
  if (!reference::open_transform(taken.context.get(), settings, reference::page_format(narrow), 16, flags))
    return reference::no_transform(settings, complaint);
  return taken;
}

}  // namespace platerip::separation::pipeline
