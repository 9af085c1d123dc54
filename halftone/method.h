// The methods of halftoning: one table, made of the families' tables.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/error_filter.h"
#include "halftone/point_process.h"

namespace platerip::halftone {

enum class Family {
  error_filter,   ///< error collection: each pixel gathers the errors of pixels done before it (Kasagi, Nakano and Ito,
                  ///< "Parallelization Techniques for Error Diffusion with GPU Implementations")
  point_process,  ///< thresholds, and no errors
};

/// What there is to know of a method.
struct MethodInfo {
  std::string_view name;
  Family family = Family::error_filter;
  std::string_view description = {};     ///< one line: who published it, and where
  const ErrorFilter* filter = nullptr;   ///< of an error filter
  const PointProcess* points = nullptr;  ///< of a point process
  int rows_below = 0;                    ///< rows below a row that must have come before it is finished: its look-ahead
  int boundary_version = 1;              ///< of the layout of PlaneBoundary::state
};

inline constexpr auto method_table = [] {
  std::array<MethodInfo, error_filters.size() + point_processes.size()> table{};
  auto* next = table.data();
  for (const ErrorFilter& filter : error_filters)
    *next++ = {.name = filter.name, .family = Family::error_filter, .description = filter.source, .filter = &filter};
  for (const PointProcess& points : point_processes)
    *next++ = {.name = points.name, .family = Family::point_process, .description = points.source, .points = &points};
  return table;
}();

/// One method: a value that refers to its MethodInfo.
class Method {
 public:
  /// The method of that name in the table. An unknown name does not compile.
  consteval Method(const char* name) : info_(&named(name)) {}
  /// A method of any table. The product's backends refuse those that are not in method_table.
  explicit constexpr Method(const MethodInfo& info) : info_(&info) {}

  [[nodiscard]] constexpr std::string_view name() const { return info_->name; }
  [[nodiscard]] constexpr const MethodInfo& info() const { return *info_; }

  friend constexpr bool operator==(const Method&, const Method&) = default;

 private:
  static consteval const MethodInfo& named(std::string_view name) {
    std::size_t place = 0;
    while (method_table.at(place).name != name) ++place;
    return method_table[place];
  }

  const MethodInfo* info_;
};

/// The table: first the error filters, then the point processes.
std::span<const MethodInfo> methods();
/// Errors: no such name; the message lists them.
Result<Method> find_method(std::string_view name);

}  // namespace platerip::halftone
