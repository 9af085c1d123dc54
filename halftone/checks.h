// Checks what backends are given. Private to halftone/.
#pragma once

#include <cstddef>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Errors: the settings fail check(), or a method is neither in method_table nor given_screen.
Status check_known(const Settings& settings);

/// The same. Also an error if `workspace` has fewer bytes than `workspace_bytes` returns.
Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&));

/// Errors: the strip does not have one plane and one plate for each plane of the page; it has neighbours, but not one
/// for each plane; or `rows` or `room` is negative.
Status check_strip(const Settings& settings, const Strip& strip);

/// The same for the planes of a group (plane_groups.h). If a plane has planes beside it, nothing is checked here:
/// check_strip() has checked the strip of the whole page.
Status check_group_strip(const Settings& group, const Strip& strip);

/// Refuses rows after a page's last row. With neighbours, strips come in any order, so nothing is refused.
class PageEnd {
 public:
  /// Errors: the strip has rows, and an earlier one was the page's last.
  Status take(const Strip& strip);

  /// Whether the page's last strip was taken.
  [[nodiscard]] bool has_come() const { return has_come_; }

  /// Forgets the strips so far, because the page continues from a boundary.
  void restore() { has_come_ = false; }

 private:
  bool has_come_ = false;
};

}  // namespace platerip::halftone
