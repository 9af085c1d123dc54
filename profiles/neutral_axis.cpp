#include "profiles/neutral_axis.h"

#include <array>
#include <cstddef>
#include <vector>

namespace platerip::profiles {
namespace {

constexpr std::size_t values = 3;  // X, Y, Z

// X, Y and Z of R = G = B from black to white, relative to paper. Empty if LittleCMS cannot make the transform.
std::vector<cmsFloat32Number> sample(cmsContext context, cmsHPROFILE rgb, Intent intent) {
  std::vector<cmsFloat32Number> grays;
  for (int node = 0; node < lcms::gray_nodes; ++node)
    grays.insert(grays.end(), 3, static_cast<float>(node) / (lcms::gray_nodes - 1));

  const Intent relative = intent == Intent::absolute ? Intent::relative : intent;
  const lcms::ProfileHandle xyz(cmsCreateXYZProfileTHR(context));
  cmsSetProfileVersion(xyz.get(), 2.1);  // with version 4, LittleCMS would apply black point compensation
  const lcms::Transform transform(cmsCreateTransformTHR(context, rgb, TYPE_RGB_FLT, xyz.get(), TYPE_XYZ_FLT,
                                                        static_cast<cmsUInt32Number>(relative), cmsFLAGS_NOOPTIMIZE));
  if (!transform) return {};
  std::vector<cmsFloat32Number> colors(grays.size());
  cmsDoTransform(transform.get(), grays.data(), colors.data(), lcms::gray_nodes);
  return colors;
}

bool write_table(cmsContext context, cmsHPROFILE gray, cmsTagSignature tag, std::vector<cmsFloat32Number> colors) {
  for (cmsFloat32Number& value : colors) value /= 1 + 32767.0F / 32768;  // ICC.1:2022, 6.3.4.2: XYZ encoded in 0 … 1
  const std::unique_ptr<cmsPipeline, lcms::Free<cmsPipelineFree>> table(cmsPipelineAlloc(context, 1, values));
  cmsStage* const stage = cmsStageAllocCLutFloat(context, lcms::gray_nodes, 1, values, colors.data());
  return table && stage && cmsPipelineInsertStage(table.get(), cmsAT_END, stage) && cmsWriteTag(gray, tag, table.get());
}

bool write_curve(cmsContext context, cmsHPROFILE gray, const std::vector<cmsFloat32Number>& colors) {
  std::vector<cmsFloat32Number> lights;
  for (std::size_t y = 1; y < colors.size(); y += values) lights.push_back(colors[y]);
  const lcms::ToneCurve curve(cmsBuildTabulatedToneCurveFloat(context, lcms::gray_nodes, lights.data()));
  return curve && cmsWriteTag(gray, cmsSigGrayTRCTag, curve.get());
}

}  // namespace

// LittleCMS derives a profile's black and white from its class, version, white point and tables, so these are all
// copied.
lcms::ProfileHandle neutral_axis(cmsContext context, cmsHPROFILE rgb, Intent intent) {
  const std::vector<cmsFloat32Number> colors = sample(context, rgb, intent);
  if (colors.empty()) return nullptr;
  lcms::ProfileHandle gray(cmsCreateProfilePlaceholder(context));
  if (!gray) return nullptr;
  cmsSetEncodedICCversion(gray.get(), cmsGetEncodedICCversion(rgb));
  cmsSetDeviceClass(gray.get(), cmsGetDeviceClass(rgb));
  cmsSetColorSpace(gray.get(), cmsSigGrayData);
  cmsSetPCS(gray.get(), cmsSigXYZData);
  for (const auto tag : {cmsSigProfileDescriptionTag, cmsSigMediaWhitePointTag}) {
    if (const void* const content = cmsReadTag(rgb, tag)) cmsWriteTag(gray.get(), tag, content);
  }

  constexpr std::array own_table = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigAToB1Tag};
  const auto i = static_cast<cmsUInt32Number>(intent);
  bool done = write_table(context, gray.get(), cmsSigAToB0Tag, colors);
  if (done && cmsIsIntentSupported(rgb, i, LCMS_USED_AS_INPUT))
    done = write_table(context, gray.get(), own_table[i], colors);
  if (done && cmsIsMatrixShaper(rgb)) done = write_curve(context, gray.get(), colors);
  return done ? std::move(gray) : nullptr;
}

}  // namespace platerip::profiles
