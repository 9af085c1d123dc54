#include "tests/rip/calibrate/six_ink_press.h"

#include <lcms2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

namespace platerip::test {
namespace {

constexpr std::size_t inks = 6;
constexpr std::array<double, inks> gains = {0.10, 0.12, 0.14, 0.16, 0.18, 0.20};

// The X, Y and Z that a solid ink lets through.
constexpr std::array<std::array<double, 3>, inks> through = {{{0.18, 0.26, 0.72},
                                                              {0.39, 0.19, 0.20},
                                                              {0.83, 0.86, 0.11},
                                                              {0.02, 0.02, 0.02},
                                                              {0.60, 0.43, 0.08},
                                                              {0.18, 0.32, 0.19}}};

cmsInt32Number print(const cmsUInt16Number amounts[], cmsUInt16Number encoded[], void*) {
  std::array<double, 3> light = {0.84, 0.88, 0.74};
  for (std::size_t ink = 0; ink < inks; ++ink)
    for (std::size_t i = 0; i < 3; ++i) light[i] *= 1 - amounts[ink] / 65535.0 * (1 - through[ink][i]);
  const cmsCIEXYZ xyz{light[0], light[1], light[2]};
  cmsCIELab lab;
  cmsXYZ2Lab(cmsD50_XYZ(), &lab, &xyz);
  cmsFloat2LabEncodedV2(encoded, &lab);
  return TRUE;
}

cmsToneCurve* gain_curve(double gain) {
  std::array<cmsUInt16Number, 1024> entries{};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double amount = static_cast<double>(i) / (entries.size() - 1);
    const double tone = std::clamp(amount + 4 * gain * amount * (1 - amount), 0.0, 1.0);
    entries[i] = static_cast<cmsUInt16Number>(65535 * tone + 0.5);
  }
  return cmsBuildTabulatedToneCurve16(nullptr, entries.size(), entries.data());
}

}  // namespace

void write_six_ink_press(const std::string& path) {
  const std::unique_ptr<void, decltype(&cmsCloseProfile)> profile(cmsCreateProfilePlaceholder(nullptr),
                                                                  cmsCloseProfile);
  cmsSetProfileVersion(profile.get(), 2.4);
  cmsSetDeviceClass(profile.get(), cmsSigOutputClass);
  cmsSetColorSpace(profile.get(), cmsSig6colorData);
  cmsSetPCS(profile.get(), cmsSigLabData);
  cmsMLU* const text = cmsMLUalloc(nullptr, 1);
  cmsMLUsetASCII(text, "en", "US", "Six inks");
  cmsWriteTag(profile.get(), cmsSigProfileDescriptionTag, text);
  cmsWriteTag(profile.get(), cmsSigCopyrightTag, text);
  cmsMLUfree(text);
  const cmsCIEXYZ paper{0.9642, 1, 0.8249};
  cmsWriteTag(profile.get(), cmsSigMediaWhitePointTag, &paper);

  const std::unique_ptr<cmsNAMEDCOLORLIST, decltype(&cmsFreeNamedColorList)> names(
      cmsAllocNamedColorList(nullptr, inks, inks, "", ""), cmsFreeNamedColorList);
  for (const char* const name : {"Cyan", "Magenta", "Yellow", "Black", "Orange", "Green"})
    cmsAppendNamedColor(names.get(), name, nullptr, nullptr);
  cmsWriteTag(profile.get(), cmsSigColorantTableTag, names.get());

  std::array<cmsToneCurve*, inks> curves{};
  for (std::size_t ink = 0; ink < inks; ++ink) curves[ink] = gain_curve(gains[ink]);
  const std::unique_ptr<cmsPipeline, decltype(&cmsPipelineFree)> pipeline(cmsPipelineAlloc(nullptr, inks, 3),
                                                                          cmsPipelineFree);
  cmsStage* const table = cmsStageAllocCLut16bit(nullptr, 7, inks, 3, nullptr);
  const bool sampled = cmsStageSampleCLut16bit(table, print, nullptr, 0) != 0;
  cmsPipelineInsertStage(pipeline.get(), cmsAT_END, cmsStageAllocToneCurves(nullptr, inks, curves.data()));
  cmsPipelineInsertStage(pipeline.get(), cmsAT_END, table);
  cmsPipelineInsertStage(pipeline.get(), cmsAT_END, cmsStageAllocToneCurves(nullptr, 3, nullptr));
  for (cmsToneCurve* const curve : curves) cmsFreeToneCurve(curve);
  for (const cmsTagSignature tag : {cmsSigAToB0Tag, cmsSigAToB1Tag})
    if (!sampled || !cmsWriteTag(profile.get(), tag, pipeline.get())) throw std::runtime_error("cannot write A2B");
  if (!cmsSaveProfileToFile(profile.get(), path.c_str())) throw std::runtime_error("cannot save " + path);
}

}  // namespace platerip::test
