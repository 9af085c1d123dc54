#include "separation/proof.h"

#include <lcms2.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "profiles/black_point.h"
#include "profiles/lcms.h"
#include "separation/check.h"
#include "separation/cmyk_interpolation.h"
#include "separation/keys.h"
#include "separation/tables/cached_file.h"
#include "separation/tables/cmyk_grid.h"

namespace platerip::separation {

namespace {

constexpr cmsUInt32Number proof_flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE;

// Whether LittleCMS' FixWhiteMisalignment() makes paper white.
bool fixes_paper(std::span<const std::uint16_t> rgb) {
  const auto first = std::ranges::find_if(rgb, [](std::uint16_t sample) { return sample < 0xFFFF; });
  return first != rgb.end() && *first >= 0xFFFF - 0xF000;
}

}  // namespace

struct Proof::Impl {
  profiles::Profile press;  // the transform refers to it
  profiles::lcms::Context context;
  profiles::lcms::ProfileHandle srgb;
  profiles::lcms::Transform transform;      // null if the grid is kept
  std::atomic<std::int64_t> converted = 0;  // pixels
  std::optional<CachedFile> file = {};      // of the grid
  bool is_kept = false;                     // the grid is that of an earlier run
  std::once_flag grid_made;
  std::optional<CmykGrid> grid = {};

  [[nodiscard]] bool is_cmyk() const { return cmsGetColorSpace(press.handle()) == cmsSigCmykData; }

  [[nodiscard]] profiles::lcms::Transform transform_to(cmsUInt32Number rgb, cmsUInt32Number flags) const {
    const int space = _cmsLCMScolorSpace(cmsGetColorSpace(press.handle()));
    const auto inks = static_cast<cmsUInt32Number>(COLORSPACE_SH(space) | CHANNELS_SH(press.channels()) | BYTES_SH(2));
    return profiles::transform_between(context.get(), press.handle(), inks, srgb.get(), rgb, profiles::Intent::relative,
                                       proof_flags | flags);
  }

  void convert(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const {
    cmsDoTransform(transform.get(), inks.data(), rgb.data(), static_cast<cmsUInt32Number>(rgb.size() / 3));
  }

  // LittleCMS' grid, or each `step`th node of it; nothing if it refuses.
  [[nodiscard]] std::optional<std::vector<std::uint16_t>> sample(std::size_t step) const {
    const auto exact = transform_to(TYPE_RGB_16, cmsFLAGS_NOOPTIMIZE);
    if (!exact) return std::nullopt;
    const std::vector<std::uint16_t> colors = CmykGrid::node_colors(step);
    std::vector<std::uint16_t> nodes(colors.size() / 4 * 3);
    cmsDoTransform(exact.get(), colors.data(), nodes.data(), static_cast<cmsUInt32Number>(colors.size() / 4));
    if (fixes_paper(std::span(nodes).first(3))) std::fill_n(nodes.begin(), 3, std::uint16_t{0xFFFF});
    return nodes;
  }

  // Takes the grid that an earlier run compared with the transform, if LittleCMS still samples it so.
  void find_grid() {
    std::vector<std::uint16_t> nodes(3 * std::size_t{cmyk_nodes});
    if (!file || !file->read(std::as_writable_bytes(std::span(nodes)), {})) return;
    constexpr std::size_t step = 64;
    const auto some = sample(step);
    if (!some) return;
    for (std::size_t i = 0; i < some->size(); i += 3)
      if (!std::equal(some->begin() + i, some->begin() + i + 3, nodes.begin() + step * i)) return;
    grid.emplace(nodes, 3);
    is_kept = true;
  }

  // Samples the grid, and compares it with the transform.
  void make_grid() {
    const auto nodes = sample(1);
    if (!nodes) return;
    CmykGrid made(*nodes, 3);
    const auto colors = telling_pixels<std::uint16_t>({.model = profiles::ColorModel::cmyk, .bits = 16});
    std::vector<std::uint8_t> expected(static_cast<std::size_t>(3 * colors.count())), interpolated(expected.size());
    convert(colors.samples, expected);
    made.interpolate_to_rgb(colors.samples.data(), colors.count(), interpolated.data());
    if (expected != interpolated) return;
    grid = std::move(made);
    if (file) (void)file->write(std::as_bytes(std::span(*nodes)), {});  // later runs are only slower without it
  }

  // The grid, once it pays.
  const CmykGrid* grid_for(std::size_t count) {
    constexpr std::int64_t least_pixels = std::int64_t{1} << 19;  // take LittleCMS as long as a grid
    if (is_kept) return &*grid;
    if (!is_cmyk()) return nullptr;
    if (converted.fetch_add(static_cast<std::int64_t>(count)) < least_pixels) return nullptr;
    std::call_once(grid_made, [this] { make_grid(); });
    return grid ? &*grid : nullptr;
  }
};

Proof::Proof(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Proof::Proof(Proof&&) noexcept = default;
Proof& Proof::operator=(Proof&&) noexcept = default;
Proof::~Proof() = default;

Result<Proof> Proof::make(const profiles::Profile& press, const std::optional<std::string>& cache) {
  auto impl = std::make_unique<Impl>(press, profiles::lcms::make_context());
  const profiles::lcms::Complaint complaint;
  impl->srgb.reset(cmsCreate_sRGBProfileTHR(impl->context.get()));
  if (cache && impl->is_cmyk()) impl->file.emplace(*cache, key_of_proof(press), cached_grids);
  impl->find_grid();
  if (impl->is_kept) return Proof(std::move(impl));
  // Otherwise LittleCMS samples 7 nodes per ink: for 8 inks millions of nodes, which takes seconds.
  impl->transform = impl->transform_to(TYPE_RGB_8, press.channels() > 4 ? cmsFLAGS_NOOPTIMIZE : 0);
  if (!impl->transform) {
    return Error{press.name() + ": cannot show its inks on a monitor: " + complaint.text_or("no usable A2B table"),
                 ErrorCode::bad_input,
                 {{Advice::Action::give_another, "profile"}, {Advice::Action::leave_out, "preview"}}};
  }
  return Proof(std::move(impl));
}

void Proof::run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const {
  const std::size_t count = rgb.size() / 3;
  if (const CmykGrid* const grid = impl_->grid_for(count))
    grid->interpolate_to_rgb(inks.data(), static_cast<std::int64_t>(count), rgb.data());
  else
    impl_->convert(inks, rgb);
}

}  // namespace platerip::separation
