// The pixels of a strip whose rounding only LittleCMS can decide: a kernel finds them, the host sets their inks, and
// another kernel writes these into the planes. Private to separation/cuda/.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/status.h"
#include "separation/plan.h"

namespace platerip::separation::cuda {

struct Tables;

/// Equal pixels beside each other.
struct Doubt {
  std::uint32_t row = 0, x = 0;                ///< of the first one, in the strip
  std::uint32_t count = 0;                     ///< pixels
  std::uint32_t spot_ink = 0;                  ///< the sum of the spot inks of each
  std::array<std::uint16_t, 4> color{};        ///< without alpha
  std::array<std::uint16_t, max_inks> inks{};  ///< before curves and ink limit
};

/// In memory of the host that the device can access.
struct DoubtList {
  static constexpr std::uint32_t most = 16384;  ///< enough for 2^23 pixels of one colour

  std::uint32_t found = 0;    ///< counted by the first kernel; may be more than `most`
  std::uint32_t decided = 0;  ///< how many have inks
  std::array<Doubt, most> doubts{};
};

/// The list of one stream, on which strips follow each other.
class Doubts {
 public:
  /// `tables` have an arbiter. Errors: a CUDA error.
  static Result<std::shared_ptr<Doubts>> make(std::shared_ptr<const Tables> tables);

  [[nodiscard]] DoubtList* list() const { return list_.get(); }

  /// Sets the inks of the list. Runs on the host between the two kernels, calls nothing of CUDA, and does not
  /// throw.
  void decide();

  /// Thread-safe. Errors: a strip had more doubts than the list holds.
  [[nodiscard]] Status status() const;

 private:
  struct Free {
    void operator()(DoubtList* list) const;
  };
  using List = std::unique_ptr<DoubtList, Free>;

  Doubts(std::shared_ptr<const Tables> tables, List list) : tables_(std::move(tables)), list_(std::move(list)) {}

  std::shared_ptr<const Tables> tables_;
  List list_;
  std::atomic<bool> were_too_many_ = false;
};

}  // namespace platerip::separation::cuda
