#include "tests/profiles/made_links.h"

#include <memory>
#include <stdexcept>

namespace platerip::made {
namespace {

struct Close {
  void operator()(void* handle) const { cmsCloseProfile(handle); }
};
using Handle = std::unique_ptr<void, Close>;

void must(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}

Bytes saved(cmsHPROFILE handle) {
  cmsUInt32Number size = 0;
  must(cmsSaveProfileToMem(handle, nullptr, &size), "cannot size a link");
  Bytes bytes(size);
  must(cmsSaveProfileToMem(handle, bytes.data(), &size), "cannot save a link");
  return bytes;
}

struct Channels {
  int in, out;
};

// Each output is a mixture of all inputs that differs from the others; pages of light are turned into ink.
cmsInt32Number mix(const cmsUInt16Number in[], cmsUInt16Number out[], void* cargo) {
  const Channels& channels = *static_cast<const Channels*>(cargo);
  for (int o = 0; o < channels.out; ++o) {
    double ink = 0, weights = 0;
    for (int i = 0; i < channels.in; ++i) {
      const double weight = 1 + (i * 5 + o * 3) % 7, amount = in[i] / 65535.0;
      ink += weight * (channels.in == 4 ? amount : 1 - amount * amount);
      weights += weight;
    }
    out[o] = static_cast<cmsUInt16Number>(ink / weights * 65535 + 0.5);
  }
  return TRUE;
}

void name_colorants(cmsHPROFILE link, const std::vector<std::string>& names) {
  cmsNAMEDCOLORLIST* const list =
      cmsAllocNamedColorList(nullptr, static_cast<cmsUInt32Number>(names.size()), 0, "", "");
  for (const std::string& name : names) {
    cmsUInt16Number pcs[3] = {0, 0, 0};
    cmsAppendNamedColor(list, name.c_str(), pcs, nullptr);
  }
  must(cmsWriteTag(link, cmsSigColorantTableOutTag, list), "cannot name colorants");
  cmsFreeNamedColorList(list);
}

}  // namespace

Bytes link(const profiles::Profile& page, const profiles::Profile& press, profiles::Intent intent) {
  const auto flags = static_cast<cmsUInt32Number>(cmsFLAGS_BLACKPOINTCOMPENSATION);
  cmsHTRANSFORM const transform = cmsCreateTransform(
      page.handle(), cmsFormatterForColorspaceOfProfile(page.handle(), 2, FALSE), press.handle(),
      cmsFormatterForColorspaceOfProfile(press.handle(), 2, FALSE), static_cast<cmsUInt32Number>(intent), flags);
  must(transform != nullptr, "cannot make a transform");
  const Handle handle(cmsTransform2DeviceLink(transform, 4.3, 0));
  cmsDeleteTransform(transform);
  must(handle != nullptr, "cannot make a link");
  return saved(handle.get());
}

Bytes grid_link(cmsColorSpaceSignature from, cmsColorSpaceSignature to, const std::vector<std::string>& names) {
  const Channels channels{static_cast<int>(cmsChannelsOf(from)), static_cast<int>(cmsChannelsOf(to))};
  const Handle handle(cmsCreateProfilePlaceholder(nullptr));
  cmsSetProfileVersion(handle.get(), 2.4);  // version 4 wants curves around a grid
  cmsSetDeviceClass(handle.get(), cmsSigLinkClass);
  cmsSetColorSpace(handle.get(), from);
  cmsSetPCS(handle.get(), to);
  const auto in = static_cast<cmsUInt32Number>(channels.in), out = static_cast<cmsUInt32Number>(channels.out);
  cmsPipeline* const table = cmsPipelineAlloc(nullptr, in, out);
  cmsStage* const grid = cmsStageAllocCLut16bit(nullptr, in > 4 ? 2 : 5, in, out, nullptr);
  must(grid && cmsStageSampleCLut16bit(grid, mix, const_cast<Channels*>(&channels), 0), "cannot sample a grid");
  must(cmsPipelineInsertStage(table, cmsAT_END, grid), "cannot add a grid");
  must(cmsWriteTag(handle.get(), cmsSigAToB0Tag, table), "cannot write a table");
  cmsPipelineFree(table);
  if (!names.empty()) name_colorants(handle.get(), names);
  return saved(handle.get());
}

}  // namespace platerip::made
