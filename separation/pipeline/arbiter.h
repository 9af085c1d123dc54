// LittleCMS itself, which converts the pixels whose rounding is in doubt. Private to separation/.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "base/status.h"
#include "profiles/lcms.h"
#include "separation/plan.h"
#include "separation/reference/transform.h"
#include "separation/separation.h"

namespace platerip::separation::pipeline {

class Arbiter {
 public:
  /// Precondition: the page has a profile. Errors: LittleCMS refuses the transform.
  static Result<Arbiter> make(const Settings& settings) {
    auto transform = reference::make_transform(settings);
    if (!transform.ok()) return transform.error();
    Arbiter arbiter;
    arbiter.page_ = settings.page;
    arbiter.press_ = settings.press;
    arbiter.transform_ = *std::move(transform);
    return arbiter;
  }

  /// The inks of a pixel of the page without alpha. Thread-safe.
  template <typename Sample>
  [[nodiscard]] std::array<Sample, max_inks> inks_of(const Sample* pixel) const {
    std::array<Sample, max_inks> inks{};
    cmsDoTransform(transform_.get(), pixel, inks.data(), 1);
    return inks;
  }

 private:
  Arbiter() = default;

  std::optional<profiles::Profile> page_, press_;  // declared before the transform, which refers to their memory
  profiles::lcms::Transform transform_;
};

}  // namespace platerip::separation::pipeline
