#include "profiles/lcms.h"

#include <lcms2_plugin.h>

#include <array>
#include <cstdlib>
#include <new>

#include "profiles/icc.h"
#include "profiles/printable.h"

namespace platerip::profiles::lcms {
namespace {

// The most that a profile can expand in memory: 8-bit tables become 16-bit tables.
constexpr cmsUInt32Number max_allocation = 2 * max_profile_bytes;

void* allocate(cmsContext, cmsUInt32Number size) {
  return size <= max_allocation ? std::malloc(size) : nullptr;
}
void release(cmsContext, void* memory) {
  std::free(memory);
}
void* reallocate(cmsContext, void* memory, cmsUInt32Number size) {
  return size <= max_allocation ? std::realloc(memory, size) : nullptr;
}

// LittleCMS reports errors on the calling thread, before it returns.
thread_local std::string first_words;

void keep_words(cmsContext, cmsUInt32Number, const char* text) {
  try {
    if (first_words.empty()) first_words = text;
  } catch (const std::bad_alloc&) {  // no exception may pass through LittleCMS, which is C
  }
}

}  // namespace

Context make_context() {
  cmsPluginMemHandler memory{};
  memory.base = {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, nullptr};
  memory.MallocPtr = allocate;
  memory.FreePtr = release;
  memory.ReallocPtr = reallocate;
  Context context(cmsCreateContext(&memory, nullptr));
  if (!context) throw std::bad_alloc();
  cmsSetLogErrorHandlerTHR(context.get(), keep_words);
  return context;
}

ToneCurve srgb_curve(cmsContext context) {
  constexpr std::array<cmsFloat64Number, 5> parameters = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return ToneCurve(cmsBuildParametricToneCurve(context, 4, parameters.data()));
}

Complaint::Complaint() {
  first_words.clear();
}

std::string Complaint::text_or(const std::string& otherwise) const {
  std::string words = printable(first_words);
  return words.empty() ? otherwise : words;
}

}  // namespace platerip::profiles::lcms
