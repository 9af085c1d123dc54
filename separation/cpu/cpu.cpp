#include "separation/cpu/cpu.h"

#include <algorithm>
#include <array>
#include <utility>

#include "separation/alpha.h"
#include "separation/check.h"
#include "separation/cpu/make_converter.h"
#include "separation/plan.h"
#include "separation/reference/reference.h"
#include "separation/simd/kernels.h"
#include "separation/tables/checked_grid.h"
#include "separation/workspace.h"

namespace platerip::separation::cpu {
namespace {

template <typename Sample>
class CpuSeparator final : public Separator {
 public:
  CpuSeparator(const Settings& settings, Plan plan, std::unique_ptr<Converter<Sample>> converter)
      : format_(settings.format),
        exact_(settings.page && settings.precision == Precision::exact),
        grays_(grays_of(plan)),
        inks_(std::move(plan.inks)),
        converter_(std::move(converter)) {}

  const std::vector<std::string>& inks() const override { return inks_; }

  std::string description() const override {
    return "cpu (" + std::string(*simd::simd_name()) + (exact_ ? ", exact, " : ", ") + converter_->name() + grays_ +
           ")";
  }

  std::size_t workspace_bytes(std::int64_t width, std::int64_t) const override {
    if (format_.alpha == Alpha::none) return 0;
    const auto pixels = static_cast<std::size_t>(std::clamp<std::int64_t>(width, 0, piece_pixels));
    return alignof(Sample) - 1 + pixels * static_cast<std::size_t>(colors_of(format_.model)) * sizeof(Sample);
  }

  Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const override {
    Sample* const composed = aligned<Sample>(workspace);
    std::array<Sample*, max_inks> rows{};
    for (std::int64_t row = 0; row < strip.rows; ++row)
      for (std::int64_t x = 0; x < strip.width; x += piece_pixels) {
        const std::int64_t count = std::min(piece_pixels, strip.width - x);
        const std::byte* const pixels = strip.pixels + row * strip.stride + x * format_.bytes();
        for (std::size_t ink = 0; ink < planes.size(); ++ink)
          rows[ink] = reinterpret_cast<Sample*>(planes[ink].samples + row * planes[ink].stride) + x;
        converter_->run(over_paper(reinterpret_cast<const Sample*>(pixels), composed, count), count,
                        InkRows<Sample>(rows).first(planes.size()));
      }
    return {};
  }

 private:
  const Sample* over_paper(const Sample* page, Sample* composed, std::int64_t count) const {
    if (format_.alpha == Alpha::none) return page;
    if (format_.model == profiles::ColorModel::rgb)
      simd::compose_rgb(format_.alpha, page, count, composed);
    else
      compose_over_paper(format_, page, composed, count);
    return composed;
  }

  PixelFormat format_;
  bool exact_;
  std::string grays_;
  std::vector<std::string> inks_;
  std::unique_ptr<Converter<Sample>> converter_;
};

template <typename Sample>
bool agree(const Separator& one, const Separator& other, const PixelFormat& format) {
  const auto pixels = telling_pixels<Sample>(format);
  return inks_of(one, pixels) == inks_of(other, pixels);
}

// A separator with a grid that is known to match the reference. Null if there is none.
template <typename Sample>
std::unique_ptr<Separator> make_from_checked_grid(const Settings& settings, const Plan& plan) {
  auto grid = has_grid(settings) ? find_checked_grid(settings, plan) : nullptr;
  if (!grid) return nullptr;
  auto made = make_grid_converter<Sample>(std::move(grid), settings, plan);
  return std::make_unique<CpuSeparator<Sample>>(settings, plan, std::move(made.converter));
}

template <typename Sample>
Result<std::unique_ptr<Separator>> make_checked(const Settings& settings, const Plan& plan) {
  if (auto separator = make_from_checked_grid<Sample>(settings, plan)) return separator;
  Result<MadeConverter<Sample>> made = Error{};
  Result<std::unique_ptr<Separator>> reference = Error{};
  run_tasks(settings.parallel, 2, [&](int task) {  // both take LittleCMS a long time
    if (task == 0)
      made = make_converter<Sample>(settings, plan);
    else
      reference = reference::make(settings, "this LittleCMS computes otherwise than cpu");
  });
  if (!made.ok()) return made.error();
  if (!reference.ok()) return reference.error();
  if (!made->converter) return reference::make(settings, made->why_none);
  auto separator = std::make_unique<CpuSeparator<Sample>>(settings, plan, std::move(made->converter));
  if (!agree<Sample>(*separator, **reference, settings.format)) return reference;
  if (made->grid) keep_checked_grid(settings, plan, made->grid);
  return std::unique_ptr<Separator>(std::move(separator));
}

}  // namespace

Status supported() {
  if (simd::simd_name()) return {};
  return Error{"this processor has no vector instructions that it is made for", ErrorCode::unsupported};
}

Result<std::unique_ptr<Separator>> make(const Settings& settings) {
  const auto plan = make_plan(settings);
  if (!plan.ok()) return plan.error();
  if (settings.format.bits == 8) return make_checked<std::uint8_t>(settings, *plan);
  return make_checked<std::uint16_t>(settings, *plan);
}

}  // namespace platerip::separation::cpu
