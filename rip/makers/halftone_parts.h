// The halftone of a page in parts, which may work on different strips at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/backends/backends.h"
#include "halftone/halftone.h"

namespace platerip::rip {

/// Halftones each plane of a page by itself, so that threads need not meet at every strip. Two kinds of pages are one
/// part: with methods that look ahead, because all planes must finish the same rows; and with even inks, because these
/// need the plates beside them. Each part serves one thread at a time.
class HalftoneParts {
 public:
  /// Bytes of memory that the parts take.
  static std::size_t workspace_bytes(const halftone::Backend& backend, const halftone::Settings& settings);

  /// Errors: those of the backend. Throws std::bad_alloc.
  static Result<HalftoneParts> make(const halftone::Backend& backend, const halftone::Settings& settings);

  /// The number of parts.
  [[nodiscard]] std::size_t count() const { return parts_.size(); }

  /// Takes a strip with all planes and plates of the page, and halftones those of `part`. See Halftoner::run().
  Result<std::int64_t> run(std::size_t part, const halftone::Strip& strip);

  /// How the parts are halftoned, for the report.
  [[nodiscard]] std::string description() const;

  /// See Halftoner. To be called when all parts have had the same strips. Errors: those of the backend, or the boundary
  /// belongs to another page.
  [[nodiscard]] Result<halftone::Boundary> save() const;
  Status restore(const halftone::Boundary& boundary);

 private:
  struct Part {
    std::size_t first = 0;  // plane
    std::size_t planes = 0;
    std::unique_ptr<std::byte[]> memory;
    std::unique_ptr<halftone::Halftoner> halftoner;
  };

  halftone::Settings settings_;
  std::vector<Part> parts_;
};

}  // namespace platerip::rip
