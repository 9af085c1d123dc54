// The ways of this backend from a page's pixels to its inks. Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "separation/cpu/kernels.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::separation::cpu {

/// Turns pixels without alpha into inks with curves and ink limit. Several threads may run one.
template <typename Sample>
class Converter {
 public:
  virtual ~Converter() = default;

  /// How it does it, in a word for the curious: "table".
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// `inks`: one row an ink of the plan.
  virtual void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const = 0;
};

/// The fastest one for a page of these settings. Null for conversion from CMYK, which none does. Errors: LittleCMS
/// refuses the transform.
template <typename Sample>
Result<std::unique_ptr<Converter<Sample>>> make_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
