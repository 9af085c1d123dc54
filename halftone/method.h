// All halftoning methods in one table, which is made from the tables of their families.
//
// Only find_method() may throw (std::bad_alloc). All functions are thread-safe.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/error_filter.h"
#include "halftone/point_process.h"
#include "halftone/screen.h"
#include "halftone/search.h"
#include "halftone/tone_filter.h"

namespace platerip::halftone {

/// The families of methods.
enum class Family {
  error_filter,  ///< error collection: each pixel collects the errors of pixels done before it (Kasagi, Nakano and Ito,
                 ///< "Parallelization Techniques for Error Diffusion with GPU Implementations")
  tone_filter,   ///< error collection whose weights and thresholds depend on the tone
  point_process,  ///< thresholds, without errors
  screen,         ///< thresholds from the tile in PlaneSettings::screen
  search,         ///< moves the dots of another method to where the eye sees the least error
};

/// The properties of a method.
struct MethodInfo {
  std::string_view name;
  std::string_view title = {};  ///< for print dialogs
  Family family = Family::error_filter;
  std::string_view description = {};     ///< one line: who published it, and where
  const ErrorFilter* filter = nullptr;   ///< set for an error filter
  const ToneFilter* tone = nullptr;      ///< set for a tone filter
  const PointProcess* points = nullptr;  ///< set for a point process
  const ScreenKind* screen = nullptr;    ///< set for a screen
  const SearchMethod* search = nullptr;  ///< set for a search method
  int rows_below = 0;                    ///< look-ahead: how many rows below a row must be given before it is
                                         ///< finished, for a search of normal effort (halftone.h: rows_below())
  int boundary_version = 1;              ///< version of the layout of PlaneBoundary::state
};

/// All methods: first the error filters, then the tone filters, the point processes, the screens and the searches.
inline constexpr auto method_table = [] {
  std::array<MethodInfo, error_filters.size() + tone_filters.size() + point_processes.size() + screen_kinds.size() +
                             search_methods.size()>
      table{};
  auto* next = table.data();
  for (const ErrorFilter& filter : error_filters)
    *next++ = {.name = filter.name,
               .title = filter.title,
               .family = Family::error_filter,
               .description = filter.source,
               .filter = &filter};
  for (const ToneFilter& tone : tone_filters)
    *next++ = {.name = tone.name,
               .title = tone.title,
               .family = Family::tone_filter,
               .description = tone.source,
               .tone = &tone};
  for (const PointProcess& points : point_processes)
    *next++ = {.name = points.name,
               .title = points.title,
               .family = Family::point_process,
               .description = points.source,
               .points = &points};
  for (const ScreenKind& screen : screen_kinds)
    *next++ = {.name = screen.name,
               .title = screen.title,
               .family = Family::screen,
               .description = screen.source,
               .screen = &screen};
  for (const SearchMethod& search : search_methods)
    *next++ = {.name = search.name,
               .title = search.title,
               .family = Family::search,
               .description = search.source,
               .search = &search,
               .rows_below = search.normal.rows_below()};
  return table;
}();

/// The method for a tile that the caller supplies. It is not in method_table, because its name does not tell which
/// tile.
inline constexpr MethodInfo given_screen{
    .name = "screen", .title = "Screen", .family = Family::screen, .description = "a tile of the caller"};

/// A method: a value that refers to a MethodInfo, which must outlive it.
class Method {
 public:
  /// The method called `name` in method_table. An unknown name does not compile.
  consteval Method(const char* name) : info_(&named(name)) {}
  /// The method that `info` describes. Backends accept only those in method_table, and given_screen.
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

/// method_table as a span.
std::span<const MethodInfo> methods();
/// The method called `name` in method_table. Errors: no method has this name; the message lists all names.
Result<Method> find_method(std::string_view name);

}  // namespace platerip::halftone
