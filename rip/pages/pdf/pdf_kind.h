// What another program draws.
#pragma once

namespace platerip::rip {

enum class PdfKind { pdf, postscript };

}  // namespace platerip::rip
