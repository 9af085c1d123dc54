// ICC profiles: opens them, and checks whether they can be used.
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
  /// Opens a profile. Checks only its frame: the size (at most max_profile_bytes, at least what its header says), the
  /// signature, class and colour space, and that the tag table stays inside the file. Call check_page() or
  /// check_press() to find out whether it can be used. `bytes` is copied. `name` is the profile's name in messages.
  /// Errors: the frame is not sound; the message begins with the name.
  static Result<Profile> from_memory(std::span<const std::byte> bytes, std::string name);
  /// Opens the profile in a file. The path becomes its name. Errors: as above, or the file cannot be read.
  static Result<Profile> from_file(const std::string& path);

  /// sRGB (IEC 61966-2-1), and a gray profile with the tone curve of sRGB. They are for pages without a profile.
  static Profile srgb();
  static Profile srgb_gray();

  /// The profile of pages in CIE L*a*b* (an abstract profile of ICC.1:2022), for ColorModel::lab. check_page() refuses
  /// it.
  static Profile lab();

  /// The press profile built into the program: FOGRA39 (ISO 12647-2 offset on coated paper), made by Argyll's colprof
  /// from the published characterisation data (profiles/make_fogra39).
  static Profile default_press();

  /// The neutral axis of this RGB profile as a gray profile: each gray has the colour of R = G = B, including any cast.
  /// Its name is this profile's name and ", its neutral axis". For a device link from RGB, it is the link that takes
  /// gray as R = G = B; for one from CMYK, the link that takes gray as 1 − gray of black ink alone. Precondition:
  /// check_page() has accepted this profile for RGB pages with this intent, or check_link() has accepted the link.
  /// Errors: LittleCMS cannot make it.
  [[nodiscard]] Result<Profile> neutral_axis(Intent intent) const;

  /// The name in messages, such as a path, "page.tif: embedded profile" or "sRGB".
  [[nodiscard]] const std::string& name() const;
  /// The profile's description tag, made printable; "" if it has none.
  [[nodiscard]] const std::string& description() const;
  /// The colour model of the profile's device side; nothing if ColorModel does not list it.
  [[nodiscard]] std::optional<ColorModel> model() const;
  /// The number of channels on the device side: 1 to 15. For a device link, these are the channels of its pages.
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

/// Checks that `profile` can describe a page of this model. Makes and runs a real transform, because many damaged
/// profiles open without an error and fail only in use. Errors: the wrong class (device link, named colour, abstract),
/// the wrong colour space, or a missing or damaged table.
Status check_page(const Profile& profile, ColorModel model, Intent intent);

/// Whether a press profile has a separation table (BToA or BToD) for this intent. The absolute intent shares the BToA
/// table of the relative one.
bool has_separation_table(const Profile& press, Intent intent);

/// Whether a press has a black for black point compensation: its profile says how its inks look (AToB or DToB), or
/// ICC.1 fixes the black, as for the perceptual and the saturation intent of version 4. `intent` is not absolute.
bool has_black(const Profile& press, Intent intent);

/// Checks that `profile` can separate for a press: it is an output profile of 3 to 8 inks, it has a table for the
/// intent, and a real transform to it works. `intent` is the one that the user chose, if any. Otherwise default_intent
/// is used, and the perceptual BToA table may replace a missing one (ICC.1:2022, 8.10; LittleCMS does this itself).
/// Errors: a check fails; the message says which. If the table is missing, the message lists the intents that have one.
Status check_press(const Profile& profile, std::optional<Intent> intent);

/// Checks that a device link can separate: it converts gray, RGB or CMYK pages to 3 to 8 inks, and a real transform
/// through it works. With a `page`, it must convert pages of this model. Errors: a check fails; the message says which.
Status check_link(const Profile& link, std::optional<ColorModel> page = {});

/// The names of the inks, in channel order. They come from the profile's colorant table (`clrt`, or `clot` of a device
/// link, made printable) if it has the right length. Otherwise they are Cyan, Magenta, Yellow(, Black), or "Ink 1",
/// "Ink 2", … for other colour spaces. Names are never empty, and no two are equal.
std::vector<std::string> ink_names(const Profile& press);

/// The index of the black ink: the first one called Black or K, else the first one with the word Black in its name,
/// such as "Process Black" or "PANTONE Process Black C". Case does not matter. Nothing if there is none.
std::optional<std::size_t> find_black(std::span<const std::string> inks);

}  // namespace platerip::profiles
