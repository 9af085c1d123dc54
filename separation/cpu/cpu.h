// The backend for any processor with vectors: LittleCMS' arithmetic repeated by Highway's instructions. Private to
// separation/.
#pragma once

#include <memory>

#include "separation/separation.h"

namespace platerip::separation::cpu {

/// Errors: the processor has no instruction set that the loops are made for.
Status supported();

/// Some thousands of colours go through the new separator and through the reference's. Where any differs, as with
/// another LittleCMS or a plug-in of it, the reference's is returned: the bits are always right. It is returned for
/// conversion from CMYK too, which this backend does not do.
Result<std::unique_ptr<Separator>> make(const Settings& settings);

}  // namespace platerip::separation::cpu
