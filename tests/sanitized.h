// Whether this build has AddressSanitizer or ThreadSanitizer. Both are slow and use much memory of their own.
#pragma once

namespace platerip::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

/// How often a test with random input repeats itself: `times`, or a tenth of it with a sanitizer.
constexpr int repeated(int times) {
  return sanitized ? (times + 9) / 10 : times;
}

}  // namespace platerip::test
