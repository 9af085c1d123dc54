// The ways of this backend from a page's pixels to its inks. Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "separation/cpu/kernels.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::separation::cpu {

/// Turns pixels without alpha into inks with black alone, curves and ink limit. Several threads may run one.
template <typename Sample>
class Converter {
 public:
  virtual ~Converter() = default;

  /// How it does it, in few words for the curious: "table".
  [[nodiscard]] virtual std::string name() const = 0;

  /// `inks`: one row an ink of the plan.
  virtual void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const = 0;
};

/// Why there is no converter for pages of these settings, so that the reference must do them; or nothing.
std::optional<std::string> left_to_reference(const Settings& settings);

/// The inks of every gray that a page of these settings can have, alpha apart: a table an ink. Errors: as
/// make_converter().
template <typename Sample>
Result<std::vector<std::vector<Sample>>> gray_tables(const Settings& settings);

/// A converter; or none, and why the reference does the page better or must do it.
template <typename Sample>
struct MadeConverter {
  std::unique_ptr<Converter<Sample>> converter;
  std::string why_none = {};
};

/// The fastest one for a page of these settings, which are not left_to_reference(). Errors: LittleCMS refuses the
/// transform, settings.making gave it up.
template <typename Sample>
Result<MadeConverter<Sample>> make_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
