#include "separation/reference/reference.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "separation/alpha.h"
#include "separation/ink_limit.h"
#include "separation/plan.h"
#include "separation/reference/transform.h"
#include "separation/workspace.h"

namespace platerip::separation::reference {
namespace {

template <typename Sample>
class ReferenceSeparator final : public Separator {
 public:
  ReferenceSeparator(const Settings& settings, std::string description, Plan plan, profiles::lcms::Transform transform)
      : description_(std::move(description)),
        format_(settings.format),
        page_(settings.page),
        press_(settings.press),
        plan_(std::move(plan)),
        transform_(std::move(transform)) {}

  const std::vector<std::string>& inks() const override { return plan_.inks; }

  std::string description() const override { return description_; }

  std::size_t workspace_bytes(std::int64_t width, std::int64_t) const override {
    const auto pixels = static_cast<std::size_t>(std::clamp<std::int64_t>(width, 0, piece_pixels));
    return alignof(Sample) - 1 + pixels * (composed_samples() + transformed_samples()) * sizeof(Sample);
  }

  Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const override {
    Sample* const composed = aligned<Sample>(workspace);
    Sample* const transformed = composed + std::min(strip.width, piece_pixels) * static_cast<int>(composed_samples());
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      const std::byte* const pixels = strip.pixels + row * strip.stride;
      for (std::int64_t x = 0; x < strip.width; x += piece_pixels) {
        const std::int64_t count = std::min(piece_pixels, strip.width - x);
        const auto* const page = reinterpret_cast<const Sample*>(pixels + x * format_.bytes());
        const Sample* const colors = over_paper(page, composed, count);
        finish(separate(colors, transformed, count), planes, row, x, count);
      }
    }
    return {};
  }

 private:
  // The samples per pixel that each step keeps in the workspace.
  std::size_t composed_samples() const { return format_.alpha == Alpha::none ? 0 : colors_of(format_.model); }
  std::size_t transformed_samples() const { return transform_ ? plan_.inks.size() : 0; }

  const Sample* over_paper(const Sample* page, Sample* composed, std::int64_t count) const {
    if (format_.alpha == Alpha::none) return page;
    compose_over_paper(format_, page, composed, count);
    return composed;
  }

  const Sample* separate(const Sample* colors, Sample* transformed, std::int64_t count) const {
    if (!transform_) return colors;
    cmsDoTransform(transform_.get(), colors, transformed, static_cast<cmsUInt32Number>(count));
    if (plan_.black_alone) blacken_grays(*plan_.black_alone, colors, transformed, count);
    if (plan_.paper) clear_paper(*plan_.paper, colors, transformed, count);
    return transformed;
  }

  void blacken_grays(const BlackAlone& alone, const Sample* colors, Sample* inks, std::int64_t count) const {
    const std::size_t n = plan_.inks.size();
    const int samples = colors_of(format_.model);
    for (std::int64_t p = 0; p < count; ++p, colors += samples, inks += n) {
      const Sample black = colors[samples - 1];
      const Sample others = format_.model == profiles::ColorModel::cmyk ? Sample{0} : black;
      if (!std::all_of(colors, colors + samples - 1, [&](Sample sample) { return sample == others; })) continue;
      std::fill_n(inks, n, Sample{0});
      inks[alone.plane] = static_cast<Sample>(alone.amounts[black]);
    }
  }

  void clear_paper(const Paper& paper, const Sample* colors, Sample* inks, std::int64_t count) const {
    const int samples = colors_of(format_.model);
    for (std::int64_t p = 0; p < count; ++p, colors += samples, inks += plan_.inks.size())
      if (std::equal(colors, colors + samples, paper.begin())) std::fill_n(inks, plan_.inks.size(), Sample{0});
  }

  // Applies curves and ink limit, then writes each ink to its plane.
  void finish(const Sample* inks, std::span<const Plane> planes, std::int64_t row, std::int64_t x,
              std::int64_t count) const {
    const std::size_t n = plan_.inks.size();
    std::array<Sample*, max_inks> out{};
    for (std::size_t i = 0; i < n; ++i)
      out[i] = reinterpret_cast<Sample*>(planes[i].samples + row * planes[i].stride) + x;

    std::array<Sample, max_inks> pixel{};
    for (std::int64_t p = 0; p < count; ++p, inks += n) {
      std::copy_n(inks, n, pixel.begin());
      if (!plan_.curves.empty())
        for (std::size_t i = 0; i < n; ++i) pixel[i] = static_cast<Sample>(plan_.curves[i][pixel[i]]);
      if (plan_.ink_limit) limit_inks(*plan_.ink_limit, std::span(pixel.data(), n));
      for (std::size_t i = 0; i < n; ++i) out[i][p] = pixel[i];
    }
  }

  std::string description_;
  PixelFormat format_;
  std::optional<profiles::Profile> page_, press_;  // declared before the transform, which refers to their memory
  Plan plan_;
  profiles::lcms::Transform transform_;  // null: CMYK passes through
};

std::string describe(const Settings& settings, const Plan& plan, const std::string& why) {
  std::string details = settings.page && settings.precision == Precision::exact ? ", exact" : "";
  if (!why.empty()) details += ", " + why;
  details += grays_of(plan);
  return details.empty() ? "reference" : "reference (" + details.substr(2) + ")";
}

}  // namespace

Status supported() {
  return {};
}

Result<std::unique_ptr<Separator>> make(const Settings& settings) {
  return make(settings, "");
}

Result<std::unique_ptr<Separator>> make(const Settings& settings, const std::string& why) {
  auto plan = make_plan(settings);
  if (!plan.ok()) return plan.error();
  auto transform = make_transform(settings);
  if (!transform.ok()) return transform.error();

  std::string description = describe(settings, *plan, why);
  std::unique_ptr<Separator> separator;
  if (settings.format.bits == 8)
    separator = std::make_unique<ReferenceSeparator<std::uint8_t>>(settings, std::move(description), *std::move(plan),
                                                                   *std::move(transform));
  else
    separator = std::make_unique<ReferenceSeparator<std::uint16_t>>(settings, std::move(description), *std::move(plan),
                                                                    *std::move(transform));
  return separator;
}

}  // namespace platerip::separation::reference
