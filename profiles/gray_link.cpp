#include "profiles/gray_link.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "profiles/ink_space.h"

namespace platerip::profiles {
namespace {

// What the link takes for each gray from black to white; empty if it takes neither RGB nor CMYK.
std::vector<std::uint16_t> colors_of_grays(cmsColorSpaceSignature space) {
  std::vector<std::uint16_t> colors;
  for (int node = 0; node < lcms::gray_nodes; ++node) {
    const auto gray = static_cast<std::uint16_t>((65535 * node + (lcms::gray_nodes - 1) / 2) / (lcms::gray_nodes - 1));
    if (space == cmsSigRgbData) colors.insert(colors.end(), 3, gray);
    if (space == cmsSigCmykData) {
      colors.insert(colors.end(), 3, std::uint16_t{0});
      colors.push_back(static_cast<std::uint16_t>(65535 - gray));
    }
  }
  return colors;
}

// The inks of each gray. Empty if LittleCMS cannot make the transform.
std::vector<std::uint16_t> inks_of_grays(cmsContext context, cmsHPROFILE link, cmsUInt32Number intent) {
  const std::vector<std::uint16_t> colors = colors_of_grays(cmsGetColorSpace(link));
  if (colors.empty()) return {};
  const lcms::Transform transform(cmsCreateTransformTHR(context, link,
                                                        cmsFormatterForColorspaceOfProfile(link, 2, FALSE), nullptr,
                                                        ink_format(link, 2), intent, cmsFLAGS_NOOPTIMIZE));
  if (!transform) return {};
  std::vector<std::uint16_t> inks(lcms::gray_nodes * static_cast<std::size_t>(cmsChannelsOf(ink_space(link))));
  cmsDoTransform(transform.get(), colors.data(), inks.data(), lcms::gray_nodes);
  return inks;
}

}  // namespace

lcms::ProfileHandle gray_link(cmsContext context, cmsHPROFILE link, Intent intent) {
  const std::vector<std::uint16_t> inks = inks_of_grays(context, link, static_cast<cmsUInt32Number>(intent));
  lcms::ProfileHandle gray(cmsCreateProfilePlaceholder(context));
  if (inks.empty() || !gray) return nullptr;
  cmsSetProfileVersion(gray.get(), cmsGetProfileVersion(link));
  cmsSetDeviceClass(gray.get(), cmsSigLinkClass);
  cmsSetColorSpace(gray.get(), cmsSigGrayData);
  cmsSetPCS(gray.get(), ink_space(link));
  cmsSetHeaderRenderingIntent(gray.get(), static_cast<cmsUInt32Number>(intent));
  for (const auto tag : {cmsSigProfileDescriptionTag, cmsSigColorantTableOutTag}) {
    if (const void* const content = cmsReadTag(link, tag)) cmsWriteTag(gray.get(), tag, content);
  }

  const cmsUInt32Number channels = cmsChannelsOf(ink_space(link));
  const std::unique_ptr<cmsPipeline, lcms::Free<cmsPipelineFree>> table(cmsPipelineAlloc(context, 1, channels));
  cmsStage* const stage = cmsStageAllocCLut16bit(context, lcms::gray_nodes, 1, channels, inks.data());
  const bool done = table && stage && cmsPipelineInsertStage(table.get(), cmsAT_END, stage) &&
                    cmsWriteTag(gray.get(), cmsSigAToB0Tag, table.get());
  return done ? std::move(gray) : nullptr;
}

}  // namespace platerip::profiles
