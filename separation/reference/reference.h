// The backend that is the specification: LittleCMS' own transform, then plain arithmetic. Private to separation/.
#pragma once

#include <memory>
#include <string>

#include "separation/separation.h"

namespace platerip::separation::reference {

/// The functions of a Backend (backends/backends.h), except for spot inks.
Status supported();
Result<std::unique_ptr<Separator>> make(const Settings& settings);
/// For a backend that falls back to this one. `why` goes into the separator's description.
Result<std::unique_ptr<Separator>> make(const Settings& settings, const std::string& why);

}  // namespace platerip::separation::reference
