// The backend for any processor with vectors: it repeats LittleCMS' arithmetic with Highway. Private to separation/.
#pragma once

#include <memory>

#include "separation/separation.h"

namespace platerip::separation::cpu {

/// Errors: the loops were not compiled for any instruction set of this processor.
Status supported();

/// Makes the separator and compares it with the reference on some thousands of colours. A colour may differ if
/// LittleCMS has another version or a plug-in. Then the reference is returned instead, so the bits are always right.
/// The reference is also returned for pages that make_converter() has no converter for.
Result<std::unique_ptr<Separator>> make(const Settings& settings);

}  // namespace platerip::separation::cpu
