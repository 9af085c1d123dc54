// The pixels of a strip whose rounding only LittleCMS can decide: a kernel finds them, the host sets their inks, and
// another kernel writes these into the planes. Private to separation/cuda/.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/cuda_owned.h"
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

/// The list of a strip.
class Doubts {
 public:
  /// `tables` have an arbiter. Errors: a CUDA error.
  static Result<std::unique_ptr<Doubts>> make(std::shared_ptr<const Tables> tables);

  [[nodiscard]] DoubtList* list() const { return list_.get(); }

  /// When the first kernel has run, and when the second one has.
  [[nodiscard]] const Event& found() const { return found_; }
  [[nodiscard]] const Event& written() const { return written_; }

  /// Sets the inks of the list. Runs on the host between the two kernels, calls nothing of CUDA, and does not
  /// throw.
  void decide();

  /// Thread-safe. Errors, with ErrorCode::unsupported: a strip had more doubts than the list holds.
  [[nodiscard]] Status status() const;

 private:
  struct Free {
    void operator()(DoubtList* list) const;
  };
  using List = std::unique_ptr<DoubtList, Free>;

  Doubts(std::shared_ptr<const Tables> tables, List list) : tables_(std::move(tables)), list_(std::move(list)) {}

  std::shared_ptr<const Tables> tables_;
  List list_;
  Event found_, written_;
  std::atomic<bool> were_too_many_ = false;
};

/// The lists of strips that follow each other on a stream. While the host decides one strip's, the next strip fills
/// another.
class DoubtLists {
 public:
  /// As Doubts::make().
  static Result<std::shared_ptr<DoubtLists>> make(const std::shared_ptr<const Tables>& tables);

  /// That of the next strip, which must wait until it is written(). One thread at a time.
  [[nodiscard]] Doubts& next() { return *lists_[next_++ % lists_.size()]; }

  /// Thread-safe. Errors: a strip had more doubts than a list holds.
  [[nodiscard]] Status status() const;

 private:
  std::array<std::unique_ptr<Doubts>, 2> lists_;
  std::size_t next_ = 0;
};

}  // namespace platerip::separation::cuda
