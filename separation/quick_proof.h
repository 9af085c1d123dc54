// A Proof for many pixels.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/status.h"
#include "profiles/profile.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Does what Proof does, with the same results. If a press of CMYK inks is shown to many pixels, samples LittleCMS'
/// grid once, compares it with LittleCMS, and interpolates by vectors.
class QuickProof {
 public:
  /// `cache`, `shared`: those of Settings, which keep the grid for later runs and for other pages of this one. Errors:
  /// those of Proof::make().
  static Result<QuickProof> make(const profiles::Profile& press, const std::optional<std::string>& cache = {},
                                 std::shared_ptr<SharedTables> shared = nullptr);

  QuickProof(QuickProof&&) noexcept;
  QuickProof& operator=(QuickProof&&) noexcept;
  ~QuickProof();

  /// Proof::run(). Several threads may call it at once.
  void run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const;

 private:
  struct Impl;
  explicit QuickProof(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::separation
