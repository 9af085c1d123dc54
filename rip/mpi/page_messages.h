// Results of pages, and other values, as messages between ranks.
//
// Functions may throw std::bad_alloc. Functions that read also throw nlohmann::json::exception or std::out_of_range, if
// another program has written the bytes. All are thread-safe.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/status.h"
#include "rip/job/page_report.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Any value as CBOR (RFC 8949), and back.
Bytes to_message(const nlohmann::json& value);
nlohmann::json from_message(const Bytes& bytes);

/// A status as JSON, and back.
nlohmann::json json_of(const Status& status);
Status status_of(const nlohmann::json& value);

/// The result of a page as JSON, and back.
nlohmann::json json_of(const Result<PageReport>& report);
Result<PageReport> report_of(const nlohmann::json& value);

}  // namespace platerip::rip
