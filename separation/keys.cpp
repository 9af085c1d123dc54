#include "separation/keys.h"

#include <lcms2.h>
#include <sys/utsname.h>

#include <cstddef>
#include <span>

namespace platerip::separation {
namespace {

// Raised when the inks of some pages, or the most ink of some presses, change though LittleCMS stays the same.
constexpr int version = 2;

// The machine is included, because floating point results of LittleCMS may differ between processors.
std::string key_of_program() {
  utsname machine{};
  ::uname(&machine);
  return "Version " + std::to_string(version) + ", LittleCMS " + std::to_string(cmsGetEncodedCMMversion()) + " on " +
         machine.machine;
}

// Everything that determines the bytes of LittleCMS' inks.
std::string key_text(const Settings& settings) {
  const std::string press = settings.press ? profiles::hexadecimal(settings.press->fingerprint()) : "none";
  return key_of_program() + ", page " + profiles::hexadecimal(settings.page->fingerprint()) + ", press " + press +
         ", intent " + std::to_string(static_cast<int>(settings.intent)) + ", black point compensation " +
         std::to_string(settings.black_point_compensation);
}

}  // namespace

profiles::Fingerprint digest_of(const std::string& text) {
  return profiles::sha256(std::as_bytes(std::span(text)));
}

profiles::Fingerprint key_of_colors(const Settings& settings) {
  return digest_of(key_text(settings));
}

profiles::Fingerprint key_of_proof(const profiles::Profile& press) {
  return digest_of(key_of_program() + ", inks of " + profiles::hexadecimal(press.fingerprint()) + " in sRGB");
}

profiles::Fingerprint key_of_most_ink(const profiles::Profile& press) {
  return digest_of(key_of_program() + ", most ink of " + profiles::hexadecimal(press.fingerprint()));
}

}  // namespace platerip::separation
