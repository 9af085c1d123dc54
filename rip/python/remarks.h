// Remarks as lines for Python's users.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rip/job/one_line.h"
#include "rip/python/errors.h"

namespace platerip::python {

inline std::vector<std::string> lines_of(std::span<const rip::Remark> remarks) {
  std::vector<std::string> lines;
  for (const rip::Remark& remark : remarks) lines.push_back(rip::one_line(remark, as_keyword));
  return lines;
}

}  // namespace platerip::python
