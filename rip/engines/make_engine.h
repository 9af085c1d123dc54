// Lets a program that embeds platerip give pages an engine of its own.
#pragma once

#include <functional>
#include <memory>

#include "base/status.h"

namespace platerip::rip {

class Engine;
struct EngineSettings;

/// Makes an engine (engine.h) for a page, in place of those that choose_engine.h knows. It may be called by several
/// threads.
using MakeEngine = std::function<Result<std::unique_ptr<Engine>>(const EngineSettings&)>;

}  // namespace platerip::rip
