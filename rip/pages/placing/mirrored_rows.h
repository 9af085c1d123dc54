// Pages that are mirrored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "rip/pages/page_rows.h"
#include "rip/pages/placing/turn.h"

namespace platerip::rip {

/// turned() for a turn whose rows stay rows; `memory` is what is worth using.
std::unique_ptr<PageRows> mirrored_rows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn,
                                        std::int64_t memory, std::int64_t spool, std::function<bool()> stop);

/// A page's properties after a turn.
tiffio::PageInfo turned_info(tiffio::PageInfo page, const Turn& turn);

}  // namespace platerip::rip
