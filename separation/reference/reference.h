// The backend that is the specification: LittleCMS' own transform, then plain arithmetic. Private to separation/.
#pragma once

#include <memory>

#include "separation/separation.h"

namespace platerip::separation::reference {

Status supported();
Result<std::unique_ptr<Separator>> make(const Settings& settings);

}  // namespace platerip::separation::reference
