// If a rank has too little memory or no thread for a page, the page fails, and the run goes on.
#pragma once

#include <new>
#include <string>
#include <system_error>

#include "base/status.h"
#include "rip/job/page_report.h"

namespace platerip::rip {

/// The result of `make`, or an error if it throws std::bad_alloc or std::system_error.
template <typename Make>
Result<PageReport> or_no_memory(int rank, const Make& make) {
  try {
    return make();
  } catch (const std::system_error& error) {
    return Error{
        "rank " + std::to_string(rank) + ": its machine gives no thread: " + error.what() + "; lower --threads",
        ErrorCode::no_memory};
  } catch (const std::bad_alloc&) {
    return Error{"rank " + std::to_string(rank) + ": its machine is out of memory; lower --memory or --threads",
                 ErrorCode::no_memory};
  }
}

}  // namespace platerip::rip
