// An ICC profile that has been checked, and the places where profiles come from.
//
// Its functions throw std::bad_alloc where memory runs out, and nothing else.
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

/// An open ICC profile. Copies share one immutable profile; use from several threads at once is safe.
class Profile {
 public:
  /// Opens and checks a profile's frame: size (at most max_profile_bytes, no less than its header says), signature,
  /// tag table inside the file, class and colour space known. Whether it can do the work is for check_page() and
  /// check_press(). `name` is how messages call it: they all begin with it and a colon. Errors: what is wrong, naming
  /// it.
  static Result<Profile> from_memory(std::span<const std::byte> bytes, std::string name);
  static Result<Profile> from_file(const std::string& path);

  /// sRGB (IEC 61966-2-1), and the gray profile of its tone curve: the profiles of pages without one.
  static Profile srgb();
  static Profile srgb_gray();

  /// The press profile built into the program: FOGRA39 (ISO 12647-2 offset on coated paper), made by Argyll's colprof
  /// from the published characterisation data (profiles/make_fogra39).
  static Profile default_press();

  /// The gray profile of this RGB profile's R = G = B: it gives a gray the colour that R = G = B has, a cast included.
  /// Its name is that of this one and ", its neutral axis". Precondition: check_page() has found this one fit for RGB
  /// pages with this intent. Errors: LittleCMS refuses.
  [[nodiscard]] Result<Profile> neutral_axis(Intent intent) const;

  /// As messages call it: a path, "page.tif: embedded profile", "sRGB".
  [[nodiscard]] const std::string& name() const;
  /// Its own description tag, printable, or "" where it has none.
  [[nodiscard]] const std::string& description() const;
  /// The pages that it describes, or the inks that it separates for; nothing for other colours than these.
  [[nodiscard]] std::optional<ColorModel> model() const;
  /// Of its device side: 1 to 15.
  [[nodiscard]] int channels() const;
  /// A digest of the bytes that it was opened from. For a profile that LittleCMS makes, of its name; for a neutral
  /// axis, of the fingerprint of its RGB profile and the intent.
  [[nodiscard]] const Fingerprint& fingerprint() const;

  /// The LittleCMS handle (cmsHPROFILE), owned by this profile and its copies.
  [[nodiscard]] void* handle() const;

 private:
  struct Impl;
  explicit Profile(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

/// Adobe RGB (1998), as the bytes of a profile.
std::vector<std::byte> adobe_rgb_icc();

/// Can `profile` describe a page of this model? A real transform from it is made and run, because many damaged profiles
/// open and fail only there. Errors: wrong class (device link, named colour, abstract), wrong colour space, a table
/// missing or damaged.
Status check_page(const Profile& profile, ColorModel model, Intent intent);

/// Has a press profile a separation table (BToA or BToD) for this intent? Absolute uses relative's BToA.
bool has_separation_table(const Profile& press, Intent intent);

/// Can `profile` separate for a press? It must be an output profile of 3 to 8 inks with a table for the intent, and a
/// real transform to it is made and run. `intent` is the one that somebody has named. Without it default_intent is
/// meant, and the perceptual BToA table stands in where its table is missing (ICC.1:2022, 8.10; LittleCMS does so by
/// itself). Errors say which of this fails, and where the table is missing, which intents have one.
Status check_press(const Profile& profile, std::optional<Intent> intent);

/// The inks of a press profile, in channel order: from its colorant table (`clrt`; made printable) where it has one of
/// the right length, else Cyan, Magenta, Yellow(, Black), else "Ink 1", "Ink 2", … Names are never empty and never
/// equal.
std::vector<std::string> ink_names(const Profile& press);

/// The place of black among `inks`: the first called Black or K, else the first with the word Black in its name, as
/// "Process Black" and "PANTONE Process Black C" have; in any case. Nothing where no ink is called so.
std::optional<std::size_t> find_black(std::span<const std::string> inks);

}  // namespace platerip::profiles
