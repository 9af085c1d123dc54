#include "rip/engines/engine.h"

namespace platerip::rip {
namespace {

Error cannot_be_saved() {
  return {"this engine cannot leave a page and continue it", ErrorCode::unsupported};
}

}  // namespace

Result<halftone::Boundary> Engine::save() const {
  return cannot_be_saved();
}

Status Engine::restore(const halftone::Boundary&) {
  return cannot_be_saved();
}

}  // namespace platerip::rip
