// Lends decoders of a page to the threads that decode its strips and tiles side by side.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "base/lend_thread.h"
#include "base/parallel.h"
#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/pages/block_decoder.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Decoders of one page, each with a libtiff handle. The first is open from the start; others are opened when a thread
/// first needs one. Thread-safe.
class Decoders {
 public:
  /// The threads of a reader.
  struct Threads {
    int most = 1;               ///< that decode at the same time
    LendThread lend = {};       ///< decode ahead
    ParallelFor parallel = {};  ///< copy
  };

  /// `handle` must be prepared (prepare_decoding()). At most `threads.most` decoders are lent at the same time.
  /// `layout` must outlive this object.
  Decoders(TiffHandle handle, const PageLayout& layout, Threads threads);

  [[nodiscard]] const Threads& threads() const { return threads_; }

  struct GiveBack {
    Decoders* decoders;
    void operator()(BlockDecoder* decoder) const noexcept { decoders->give_back(decoder); }
  };
  using Loan = std::unique_ptr<BlockDecoder, GiveBack>;

  /// A decoder for the calling thread. If as many as possible are lent, waits for one.
  Loan borrow();

 private:
  void give_back(BlockDecoder* decoder) noexcept;

  const PageLayout& layout_;
  const Threads threads_;
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::deque<BlockDecoder> decoders_;
  std::vector<BlockDecoder*> idle_;
  int unopened_;
};

}  // namespace platerip::tiffio
