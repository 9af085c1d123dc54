// LittleCMS with handles that free themselves, and with its complaints as text instead of printed. Private to
// platerip.
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

/// A context that prints nothing and gives no single table more memory than the largest profile could fill, however
/// much a damaged one asks for. What LittleCMS says on it is kept for Complaint.
Context make_context();

/// What LittleCMS says on this thread, to a context of make_context(), while this object lives. One at a time.
class Complaint {
 public:
  Complaint();
  /// Its first words, printable, or `otherwise` where it said nothing.
  [[nodiscard]] std::string text_or(std::string otherwise) const;
};

}  // namespace platerip::profiles::lcms
