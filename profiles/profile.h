// ICC profiles: where they come from, and whether they can be used.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "profiles/icc.h"
#include "profiles/sha256.h"

namespace platerip::profiles {

/// An open ICC profile. Copies share one immutable profile, which several threads may use at once.
class Profile {
 public:
  /// Opens a profile after checking its frame: the size (at most max_profile_bytes, at least what its header says),
  /// signature, class, colour space, and a tag table that stays inside the file. check_page() and check_press() then
  /// check whether it can be used. `bytes` is copied. `name` is the profile's name in messages. Errors begin with the
  /// name and say what is wrong.
  static Result<Profile> from_memory(std::span<const std::byte> bytes, std::string name);
  /// Opens the profile in a file, whose path becomes its name. Errors: also a file that cannot be read.
  static Result<Profile> from_file(const std::string& path);

  /// sRGB (IEC 61966-2-1) and the gray profile with its tone curve: for pages without a profile.
  static Profile srgb();
  static Profile srgb_gray();

  /// The profile of pages in CIE L*a*b* (ICC.1:2022, abstract), for ColorModel::lab. check_page() does not take it.
  static Profile lab();

  /// The press profile built into the program: FOGRA39 (ISO 12647-2 offset on coated paper), made by Argyll's colprof
  /// from the published characterisation data (profiles/make_fogra39).
  static Profile default_press();

  /// The gray profile of this RGB profile's R = G = B, including any colour cast. Its name is this profile's name and
  /// ", its neutral axis". Of a device link from RGB it is the link from gray pages that takes R = G = B; of one from
  /// CMYK, the link that takes black ink alone, 1 − gray of it. Precondition: check_page() has accepted this profile
  /// for RGB pages with this intent, or check_link() has. Errors: LittleCMS cannot make it.
  [[nodiscard]] Result<Profile> neutral_axis(Intent intent) const;

  /// The name in messages: a path, "page.tif: embedded profile", "sRGB".
  [[nodiscard]] const std::string& name() const;
  /// The profile's description tag, made printable; "" if it has none.
  [[nodiscard]] const std::string& description() const;
  /// The colour model of its device side; nothing if it is none of ColorModel.
  [[nodiscard]] std::optional<ColorModel> model() const;
  /// The number of channels of its device side: 1 to 15. The device side of a device link is that of its pages.
  [[nodiscard]] int channels() const;
  /// Whether it is a device link (ICC.1:2022, 8.6): it converts the colours of a page straight to inks.
  [[nodiscard]] bool is_link() const;
  /// The number of inks: the channels that a device link converts to, or those of the device side.
  [[nodiscard]] int inks() const;
  /// The intent in its header: for a device link, the one that it was made with. default_intent if it is none of
  /// Intent.
  [[nodiscard]] Intent header_intent() const;
  /// A digest of the profile's bytes. For a profile that LittleCMS makes, a digest of its name; for a neutral axis, of
  /// the RGB profile's fingerprint and the intent.
  [[nodiscard]] const Fingerprint& fingerprint() const;

  /// The LittleCMS handle (cmsHPROFILE), owned by this profile and its copies.
  [[nodiscard]] void* handle() const;

 private:
  struct Impl;
  explicit Profile(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

/// The bytes of an Adobe RGB (1998) profile, the same at every call.
std::vector<std::byte> adobe_rgb_icc();

/// Checks that `profile` can describe a page of this model. It makes and runs a real transform, because many damaged
/// profiles open without an error and fail only then. Errors: the wrong class (device link, named colour, abstract),
/// the wrong colour space, or a missing or damaged table.
Status check_page(const Profile& profile, ColorModel model, Intent intent);

/// Whether a press profile has a separation table (BToA or BToD) for this intent. The absolute intent shares the BToA
/// table of the relative one.
bool has_separation_table(const Profile& press, Intent intent);

/// Checks that `profile` can separate for a press: it is an output profile of 3 to 8 inks, it has a table for the
/// intent, and a real transform to it works. `intent` is set if somebody has named it. Otherwise default_intent is
/// used, and the perceptual BToA table may replace a missing one (ICC.1:2022, 8.10; LittleCMS does this itself). Errors
/// say which check fails. If the table is missing, they list the intents that have one.
Status check_press(const Profile& profile, std::optional<Intent> intent);

/// Checks that a device link can separate: it converts gray, RGB or CMYK pages to 3 to 8 inks, and a real transform
/// through it works. With a `page`, it must convert pages of this model. Errors say which check fails.
Status check_link(const Profile& link, std::optional<ColorModel> page = {});

/// The names of the inks, in channel order: from the profile's colorant table (`clrt`, or `clot` of a device link, made
/// printable) if it has one of the right length, else Cyan, Magenta, Yellow(, Black), else "Ink 1", "Ink 2", … Names
/// are never empty, and no two are equal.
std::vector<std::string> ink_names(const Profile& press);

/// The index of the black ink: the first one called Black or K, else the first one with the word Black in its name,
/// such as "Process Black" or "PANTONE Process Black C". Case does not matter. Nothing if there is none.
std::optional<std::size_t> find_black(std::span<const std::string> inks);

}  // namespace platerip::profiles
