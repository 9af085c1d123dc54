#include "tests/profiles/made_profiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <tuple>

namespace platerip::made {
namespace {

struct CloseProfile {
  void operator()(void* handle) const { cmsCloseProfile(handle); }
};
using Handle = std::unique_ptr<void, CloseProfile>;

struct FreePipeline {
  void operator()(cmsPipeline* pipeline) const { cmsPipelineFree(pipeline); }
};
using Pipeline = std::unique_ptr<cmsPipeline, FreePipeline>;

void must(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}

Bytes saved(cmsHPROFILE handle) {
  cmsUInt32Number size = 0;
  must(cmsSaveProfileToMem(handle, nullptr, &size), "cannot size a profile");
  Bytes bytes(size);
  must(cmsSaveProfileToMem(handle, bytes.data(), &size), "cannot save a profile");
  return bytes;
}

struct Model {
  int inks;
  int table;
  double noise = 0;
  bool on_black = false;
};

cmsUInt16Number to_u16(double v) {
  return static_cast<cmsUInt16Number>(std::min(std::max(v, 0.0), 1.0) * 65535 + 0.5);
}

cmsInt32Number separate(const cmsUInt16Number lab[], cmsUInt16Number inks[], void* cargo) {
  const Model& model = *static_cast<const Model*>(cargo);
  const double light = lab[0] / 65535.0;
  const double amount = model.on_black ? light : 1 - light;
  const double a = (lab[1] - 32896) / 65535.0;
  const double b = (lab[2] - 32896) / 65535.0;
  for (int i = 0; i < model.inks; ++i) {
    const double lean = (i % 3 - 1) * a + ((i + 1) % 3 - 1) * b;
    inks[i] = to_u16(amount * (1 - 0.1 * i - 0.02 * model.table + lean));
  }
  return TRUE;
}

cmsInt32Number print(const cmsUInt16Number inks[], cmsUInt16Number lab[], void* cargo) {
  const Model& model = *static_cast<const Model*>(cargo);
  double light = 1, a = 0, b = 0;
  for (int i = 0; i < model.inks; ++i) {
    const double ink = inks[i] / 65535.0;
    light *= 1 - 0.5 * ink;
    if (i == 3) light += model.noise * (0.5 - 0.5 * std::cos(4 * std::numbers::pi * ink));
    a += ink * (i % 3 - 1) * 0.1;
    b += ink * ((i + 1) % 3 - 1) * 0.1;
  }
  lab[0] = to_u16(light);
  lab[1] = to_u16(a + 32896 / 65535.0);
  lab[2] = to_u16(b + 32896 / 65535.0);
  return TRUE;
}

// LittleCMS refuses numbers above 10^20 and those that are none, but the square of this one is infinite.
constexpr float nearly_infinite = 5e19F;

// Prints as light as the first ink says. Where the third ink has a certain amount, the other values are not 0.
cmsInt32Number print_with_a_hole(const cmsFloat32Number inks[], cmsFloat32Number values[], void* cargo) {
  const float hole = *static_cast<const float*>(cargo);
  values[0] = 100 * (1 - inks[0]);
  values[1] = values[2] = std::abs(inks[2] - hole) < 0.001F ? nearly_infinite : 0;
  return TRUE;
}

// Tables of a press whose own inks follow some that it never prints.
struct UnusedModel {
  const cmsPipeline* table;
  std::size_t unused;
};

cmsInt32Number separate_to_used(const cmsUInt16Number lab[], cmsUInt16Number inks[], void* cargo) {
  const UnusedModel& model = *static_cast<const UnusedModel*>(cargo);
  std::fill_n(inks, model.unused, cmsUInt16Number{0});
  cmsPipelineEval16(lab, inks + model.unused, model.table);
  return TRUE;
}

cmsInt32Number print_used(const cmsUInt16Number inks[], cmsUInt16Number lab[], void* cargo) {
  const UnusedModel& model = *static_cast<const UnusedModel*>(cargo);
  cmsPipelineEval16(inks + model.unused, lab, model.table);
  return TRUE;
}

cmsInt32Number glow(const cmsUInt16Number rgb[], cmsUInt16Number lab[], void* cargo) {
  const Model& model = *static_cast<const Model*>(cargo);
  const double light = (rgb[0] + 2.0 * rgb[1] + rgb[2]) / (4 * 65535.0);
  const double black = 0.06 + 0.02 * model.table;
  lab[0] = to_u16(black + (1 - black) * light);
  lab[1] = to_u16(32896 / 65535.0 + (rgb[0] - rgb[1]) / 131070.0 + 0.02 * (1 - light));
  lab[2] = to_u16(32896 / 65535.0 + (rgb[1] - rgb[2]) / 131070.0 - 0.03 * (1 - light));
  return TRUE;
}

template <typename Cargo>
Pipeline table(int in, int out, cmsUInt32Number grid, cmsSAMPLER16 sampler, Cargo model) {
  const auto ins = static_cast<cmsUInt32Number>(in);
  const auto outs = static_cast<cmsUInt32Number>(out);
  Pipeline pipeline(cmsPipelineAlloc(nullptr, ins, outs));
  cmsStage* clut = cmsStageAllocCLut16bit(nullptr, grid, ins, outs, nullptr);
  must(cmsStageSampleCLut16bit(clut, sampler, &model, 0), "cannot sample");
  cmsPipelineInsertStage(pipeline.get(), cmsAT_END, cmsStageAllocToneCurves(nullptr, ins, nullptr));
  cmsPipelineInsertStage(pipeline.get(), cmsAT_END, clut);
  cmsPipelineInsertStage(pipeline.get(), cmsAT_END, cmsStageAllocToneCurves(nullptr, outs, nullptr));
  return pipeline;
}

void write_description(cmsHPROFILE handle, const char* text) {
  cmsMLU* description = cmsMLUalloc(nullptr, 1);
  cmsMLUsetASCII(description, "en", "US", text);
  cmsWriteTag(handle, cmsSigProfileDescriptionTag, description);
  cmsMLUfree(description);
}

void write_colorants(cmsHPROFILE handle, const std::vector<std::string>& names) {
  cmsNAMEDCOLORLIST* list = cmsAllocNamedColorList(nullptr, 0, 3, "", "");
  std::array<cmsUInt16Number, 3> pcs{};
  for (const std::string& name : names) cmsAppendNamedColor(list, name.c_str(), pcs.data(), nullptr);
  must(cmsWriteTag(handle, cmsSigColorantTableTag, list), "cannot write colorants");
  cmsFreeNamedColorList(list);
}

// A profile without tables. Its PCS is Lab.
Handle placeholder(double version, cmsProfileClassSignature profile_class, cmsColorSpaceSignature space) {
  Handle handle(cmsCreateProfilePlaceholder(nullptr));
  cmsSetProfileVersion(handle.get(), version);
  cmsSetDeviceClass(handle.get(), profile_class);
  cmsSetColorSpace(handle.get(), space);
  cmsSetPCS(handle.get(), cmsSigLabData);
  write_description(handle.get(), "A profile for tests");
  cmsWriteTag(handle.get(), cmsSigMediaWhitePointTag, cmsD50_XYZ());
  return handle;
}

cmsStage* curve_stage(int channels, const cmsToneCurve* curve) {
  const std::vector<cmsToneCurve*> curves(static_cast<std::size_t>(channels), const_cast<cmsToneCurve*>(curve));
  return cmsStageAllocToneCurves(nullptr, static_cast<cmsUInt32Number>(channels), curves.data());
}

cmsStage* gamma_stage(int channels, double gamma) {
  cmsToneCurve* const curve = cmsBuildGamma(nullptr, gamma);
  cmsStage* const stage = curve_stage(channels, curve);
  cmsFreeToneCurve(curve);
  return stage;
}

// A tabulated curve that bends down, then up.
cmsStage* bent_stage(int channels) {
  std::array<cmsUInt16Number, 256> entries{};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double x = static_cast<double>(i) / 255;
    entries[i] = to_u16(x - 0.1 * std::sin(2 * std::numbers::pi * x));
  }
  cmsToneCurve* const curve = cmsBuildTabulatedToneCurve16(nullptr, entries.size(), entries.data());
  cmsStage* const stage = curve_stage(channels, curve);
  cmsFreeToneCurve(curve);
  return stage;
}

cmsStage* grid_stage(int in, int out, cmsSAMPLER16 sampler) {
  Model model{std::max(in, out), 0};
  cmsStage* const grid = cmsStageAllocCLut16bit(nullptr, in == 3 ? 9 : 5, static_cast<cmsUInt32Number>(in),
                                                static_cast<cmsUInt32Number>(out), nullptr);
  must(grid && cmsStageSampleCLut16bit(grid, sampler, &model, 0), "cannot sample");
  return grid;
}

cmsStage* matrix_stage(const std::array<double, 9>& factors, const std::array<double, 3>& offsets) {
  return cmsStageAllocMatrix(nullptr, 3, 3, factors.data(), offsets.data());
}

void write_stages(cmsHPROFILE handle, cmsTagSignature tag, bool eight_bits, const std::vector<cmsStage*>& stages) {
  const Pipeline pipeline(
      cmsPipelineAlloc(nullptr, cmsStageInputChannels(stages.front()), cmsStageOutputChannels(stages.back())));
  for (cmsStage* const stage : stages) cmsPipelineInsertStage(pipeline.get(), cmsAT_END, stage);
  cmsPipelineSetSaveAs8bitsFlag(pipeline.get(), eight_bits);
  must(cmsWriteTag(handle, tag, pipeline.get()), "cannot write stages");
}

// Adobe RGB's primaries, each with a gamma of its own.
Bytes matrix_rgb(const std::array<double, 3>& gammas) {
  const cmsCIExyY white = {0.3127, 0.3290, 1};
  const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
  std::array<cmsToneCurve*, 3> curves{};
  for (std::size_t i = 0; i < curves.size(); ++i) curves[i] = cmsBuildGamma(nullptr, gammas[i]);
  const Handle handle(cmsCreateRGBProfile(&white, &primaries, curves.data()));
  cmsFreeToneCurveTriple(curves.data());
  return saved(handle.get());
}

}  // namespace

cmsColorSpaceSignature space_of_inks(int inks) {
  constexpr std::array spaces = {cmsSigCmyData,    cmsSigCmykData,   cmsSig5colorData,
                                 cmsSig6colorData, cmsSig7colorData, cmsSig8colorData};
  return spaces.at(static_cast<std::size_t>(inks - 3));
}

Bytes press(const Press& wanted) {
  const Handle handle = placeholder(4.3, wanted.profile_class, wanted.space);

  constexpr std::array to_inks = {cmsSigBToA0Tag, cmsSigBToA1Tag, cmsSigBToA2Tag};
  constexpr std::array to_lab = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag};
  for (int t = 0; t < 3; ++t) {
    const auto i = static_cast<std::size_t>(t);
    const Model model{wanted.inks, t, wanted.noise, wanted.on_black};
    const cmsUInt32Number grid = wanted.inks > 4 ? 3 : 5;
    if (wanted.prints.contains(t))
      must(cmsWriteTag(handle.get(), to_lab[i], table(wanted.inks, 3, grid, print, model).get()), "cannot write A2B");
    if (wanted.separations.contains(t))
      must(cmsWriteTag(handle.get(), to_inks[i], table(3, wanted.inks, 9, separate, model).get()), "cannot write B2A");
  }
  if (!wanted.colorants.empty()) write_colorants(handle.get(), wanted.colorants);
  return saved(handle.get());
}

Bytes press_of_inks(int inks) {
  return press({.inks = inks, .space = space_of_inks(inks)});
}

Bytes press_with_float_tables(float value) {
  const Bytes plain = press();
  const Handle handle(cmsOpenProfileFromMem(plain.data(), static_cast<cmsUInt32Number>(plain.size())));
  for (const auto& [tag, in, out] : {std::tuple{cmsSigBToD1Tag, 3, 4}, std::tuple{cmsSigDToB1Tag, 4, 3}}) {
    const auto ins = static_cast<cmsUInt32Number>(in);
    const auto outs = static_cast<cmsUInt32Number>(out);
    const std::vector<cmsFloat32Number> values(static_cast<std::size_t>((in == 3 ? 8 : 16) * out), value);
    const Pipeline pipeline(cmsPipelineAlloc(nullptr, ins, outs));
    cmsPipelineInsertStage(pipeline.get(), cmsAT_END, cmsStageAllocCLutFloat(nullptr, 2, ins, outs, values.data()));
    must(cmsWriteTag(handle.get(), tag, pipeline.get()), "cannot write a float table");
  }
  return saved(handle.get());
}

Bytes press_without_black(int inks, int node) {
  constexpr int last_node = 8;
  const Bytes plain = press_of_inks(inks);
  const Handle handle(cmsOpenProfileFromMem(plain.data(), static_cast<cmsUInt32Number>(plain.size())));
  const auto channels = static_cast<cmsUInt32Number>(inks);
  float hole = static_cast<float>(node) / last_node;

  const Pipeline prints(cmsPipelineAlloc(nullptr, channels, 3));
  cmsStage* const colors = cmsStageAllocCLutFloat(nullptr, last_node + 1, channels, 3, nullptr);
  must(cmsStageSampleCLutFloat(colors, print_with_a_hole, &hole, 0), "cannot sample");
  cmsPipelineInsertStage(prints.get(), cmsAT_END, colors);
  // In the hole, the sum of ∞ and −∞.
  constexpr double huge = nearly_infinite;
  constexpr std::array<double, 9> product = {1, 0, 0, 0, huge, 0, 0, 0, -huge}, sum = {1, 1, 1, 0, 0, 0, 0, 0, 0};
  for (const auto& matrix : {product, sum})
    cmsPipelineInsertStage(prints.get(), cmsAT_END, cmsStageAllocMatrix(nullptr, 3, 3, matrix.data(), nullptr));
  must(cmsWriteTag(handle.get(), cmsSigDToB1Tag, prints.get()), "cannot write D2B");

  const std::vector<cmsFloat32Number> black(8 * channels, hole);
  const Pipeline separates(cmsPipelineAlloc(nullptr, 3, channels));
  cmsPipelineInsertStage(separates.get(), cmsAT_END, cmsStageAllocCLutFloat(nullptr, 2, 3, channels, black.data()));
  must(cmsWriteTag(handle.get(), cmsSigBToD0Tag, separates.get()), "cannot write B2D");
  return saved(handle.get());
}

Bytes press_with_unused_inks(int unused) {
  const profiles::Profile source = profiles::Profile::default_press();
  const int inks = 4 + unused;
  const Handle handle = placeholder(2.4, cmsSigOutputClass, space_of_inks(inks));
  constexpr std::array to_inks = {cmsSigBToA0Tag, cmsSigBToA1Tag, cmsSigBToA2Tag};
  constexpr std::array to_lab = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag};
  const auto read = [&](cmsTagSignature tag) {
    return UnusedModel{static_cast<const cmsPipeline*>(cmsReadTag(source.handle(), tag)),
                       static_cast<std::size_t>(unused)};
  };
  for (std::size_t i = 0; i < 3; ++i) {
    must(cmsWriteTag(handle.get(), to_inks[i], table(3, inks, 17, separate_to_used, read(to_inks[i])).get()), "B2A");
    must(cmsWriteTag(handle.get(), to_lab[i], table(inks, 3, 5, print_used, read(to_lab[i])).get()), "A2B");
  }
  return saved(handle.get());
}

Bytes in_space(Bytes profile, cmsColorSpaceSignature space) {
  constexpr std::size_t space_at = 16;
  put_u32(profile, space_at, space);
  return profile;
}

Bytes wide_rgb() {
  return matrix_rgb({2.2, 2.2, 2.2});
}

Bytes uneven_rgb() {
  return matrix_rgb({1.9, 2.2, 2.4});
}

Bytes table_rgb(double version, const std::set<int>& tables) {
  const Handle handle = placeholder(version, cmsSigDisplayClass, cmsSigRgbData);
  const cmsCIEXYZ blueish = {0.95, 1, 1.09};
  cmsWriteTag(handle.get(), cmsSigMediaWhitePointTag, &blueish);
  for (const int t : tables) {
    const auto tag = std::array{cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag}.at(static_cast<std::size_t>(t));
    must(cmsWriteTag(handle.get(), tag, table(3, 3, 9, glow, Model{3, t}).get()), "cannot write A2B");
  }
  return saved(handle.get());
}

Bytes with_all_stages(cmsColorSpaceSignature space, const Storage& storage) {
  const Handle handle = placeholder(storage.version, cmsSigOutputClass, space);
  cmsSetPCS(handle.get(), storage.pcs);
  const int channels = space == cmsSigRgbData ? 3 : 4;
  const auto from = channels == 3 ? glow : print;
  constexpr std::array mixture = {0.9, 0.1, 0.0, 0.05, 0.9, 0.05, 0.0, 0.1, 0.8};
  constexpr std::array offsets = {0.01, -0.02, 0.03};
  const auto write = [&](cmsTagSignature tag, const std::vector<cmsStage*>& stages) {
    write_stages(handle.get(), tag, storage.eight_bits, stages);
  };
  const bool is_new = storage.version >= 4, is_xyz = storage.pcs == cmsSigXYZData;
  if (is_new)
    write(cmsSigAToB0Tag, {gamma_stage(channels, 1.8), grid_stage(channels, 3, from), bent_stage(3),
                           matrix_stage(mixture, offsets), gamma_stage(3, 1)});
  else
    write(cmsSigAToB0Tag, {bent_stage(channels), grid_stage(channels, 3, from), bent_stage(3)});
  const auto to_device = [&] { return grid_stage(3, channels, separate); };
  if (is_new && is_xyz)
    write(cmsSigBToA0Tag,
          {gamma_stage(3, 1), matrix_stage(mixture, offsets), bent_stage(3), to_device(), gamma_stage(channels, 1.2)});
  else if (is_new)
    write(cmsSigBToA0Tag, {bent_stage(3), to_device(), gamma_stage(channels, 1.2)});
  else if (is_xyz)
    write(cmsSigBToA0Tag, {matrix_stage(mixture, {}), bent_stage(3), to_device(), bent_stage(channels)});
  else
    write(cmsSigBToA0Tag, {bent_stage(3), to_device(), bent_stage(channels)});
  return saved(handle.get());
}

Bytes stretching_press(double factor) {
  const Handle handle = placeholder(4.3, cmsSigOutputClass, cmsSigCmykData);
  const double offset = 0.5 - 0.5 * factor, offset_of_colors = 0.5 - 128.0 / 255 * factor;
  write_stages(handle.get(), cmsSigBToA0Tag, false,
               {gamma_stage(3, 1),
                matrix_stage({factor, 0, 0, 0, factor, 0, 0, 0, factor}, {offset, offset_of_colors, offset_of_colors}),
                gamma_stage(3, 1), grid_stage(3, 4, separate), gamma_stage(4, 1)});
  return saved(handle.get());
}

Bytes gray() {
  cmsToneCurve* gamma = cmsBuildGamma(nullptr, 2.2);
  const Handle handle(cmsCreateGrayProfile(cmsD50_xyY(), gamma));
  cmsFreeToneCurve(gamma);
  return saved(handle.get());
}

Bytes device_link() {
  const Handle handle(cmsCreateInkLimitingDeviceLink(cmsSigCmykData, 300));
  return saved(handle.get());
}

Bytes lab() {
  const Handle handle(cmsCreateLab4Profile(nullptr));
  cmsSetDeviceClass(handle.get(), cmsSigColorSpaceClass);
  return saved(handle.get());
}

std::uint32_t get_u32(const Bytes& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes.at(at + i));
  return value;
}

void put_u32(Bytes& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<std::byte>(value >> (24 - 8 * i));
}

std::size_t tag_entry(const Bytes& profile, cmsTagSignature tag) {
  for (std::size_t i = 0; i < get_u32(profile, 128); ++i)
    if (get_u32(profile, 132 + 12 * i) == tag) return 132 + 12 * i;
  throw std::runtime_error("no such tag");
}

std::size_t tag_data(const Bytes& profile, cmsTagSignature tag) {
  return get_u32(profile, tag_entry(profile, tag) + 4);
}

profiles::Profile open(const Bytes& bytes, const std::string& name) {
  auto profile = profiles::Profile::from_memory(bytes, name);
  must(profile.ok(), profile.ok() ? "" : profile.error().message.c_str());
  return *profile;
}

}  // namespace platerip::made
