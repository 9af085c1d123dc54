// LittleCMS handles that free themselves, and LittleCMS' error messages as text. Private to platerip.
#pragma once

#include <lcms2.h>

#include <memory>
#include <string>
#include <type_traits>

namespace platerip::profiles::lcms {

template <auto free>
struct Free {
  template <typename T>
  void operator()(T* handle) const {
    free(handle);
  }
};

using Context = std::unique_ptr<std::remove_pointer_t<cmsContext>, Free<cmsDeleteContext>>;
using ProfileHandle = std::unique_ptr<void, Free<cmsCloseProfile>>;
using Transform = std::unique_ptr<void, Free<cmsDeleteTransform>>;
using ToneCurve = std::unique_ptr<cmsToneCurve, Free<cmsFreeToneCurve>>;

/// Nodes of tables of grays: every 8-bit gray is a node.
inline constexpr int gray_nodes = 16 * 255 + 1;

/// Makes a context that prints nothing. It limits each allocation to what the largest valid profile could need, because
/// a damaged profile may ask for any amount. Its messages go to Complaint.
Context make_context();

/// The tone curve of sRGB (IEC 61966-2-1), with the parameters of LittleCMS' own sRGB. Null if there is no memory.
ToneCurve srgb_curve(cmsContext context);

/// While this object lives, collects the messages of all contexts of make_context() on this thread. Only one may exist
/// per thread at a time.
class Complaint {
 public:
  Complaint();
  /// The first message, made printable, or `otherwise` if there was none.
  [[nodiscard]] std::string text_or(const std::string& otherwise) const;
};

}  // namespace platerip::profiles::lcms
