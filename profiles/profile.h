// An ICC profile that has been checked, and the places where profiles come from.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "status.h"

namespace platerip::profiles {

/// A SHA-256 digest.
using Fingerprint = std::array<std::byte, 32>;

/// ICC.1 rendering intents, in LittleCMS' (and the specification's) order.
enum class Intent { perceptual = 0, relative = 1, saturation = 2, absolute = 3 };

/// That of whoever asks for none.
inline constexpr Intent default_intent = Intent::relative;

enum class ColorModel { gray, rgb, cmyk };

/// An open ICC profile. Copies share one immutable profile; use from several threads at once is safe.
class Profile {
 public:
  /// Opens and checks a profile's frame: size (at most max_profile_bytes, no less than its header says), signature,
  /// tag table inside the file, class and colour space known. Whether it can do the work is for check_page() and
  /// check_press(). `name` is how messages call it: they all begin with it and a colon. Errors: what is wrong, naming
  /// it.
  static Result<Profile> from_memory(std::span<const std::byte> bytes, std::string name);
  static Result<Profile> from_file(const std::string& path);

  /// sRGB (IEC 61966-2-1), and the gray profile of its tone curve: what a page without a profile is taken for.
  static Profile srgb();
  static Profile srgb_gray();

  /// The press profile built into the program: FOGRA39 (ISO 12647-2 offset on coated paper), made by Argyll's colprof
  /// from the published characterisation data. Errors: this build has none (it was made without colprof): a profile
  /// must be given.
  static Result<Profile> default_press();

  /// The gray profile whose pages print as R = G = B prints with this RGB profile, which check_page() has found fit
  /// for RGB pages with this intent: it gives a gray the colour, a cast included, that R = G = B has. Its name is that
  /// of this one and ", its neutral axis". Errors: LittleCMS refuses.
  [[nodiscard]] Result<Profile> neutral_axis(Intent intent) const;

  /// As messages call it: a path, "page.tif: embedded profile", "sRGB".
  [[nodiscard]] const std::string& name() const;
  /// Its own description tag, printable, or "" where it has none.
  [[nodiscard]] const std::string& description() const;
  /// The pages that it describes, or the inks that it separates for; nothing for other colours than these.
  [[nodiscard]] std::optional<ColorModel> model() const;
  /// Of its device side: 1 to 15.
  [[nodiscard]] int channels() const;
  /// Of the bytes that it was opened from, of the name of one that LittleCMS makes, or of what it is the axis of.
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

inline constexpr std::size_t max_profile_bytes = std::size_t{64} << 20;

/// Can `profile` describe a page of this model? A real transform from it is made and run, because many damaged profiles
/// open and fail only there. Errors: wrong class (device link, named colour, abstract), wrong colour space, a table
/// missing or damaged.
Status check_page(const Profile& profile, ColorModel model, Intent intent);

/// Has a press profile a separation table (BToA or BToD) for this intent? Absolute uses relative's BToA.
bool has_separation_table(const Profile& press, Intent intent);

/// Can `profile` separate for a press? It must be an output profile of 3 to 8 inks with a table for the intent, and a
/// real transform to it is made and run. Without an `intent` that somebody has named it is default_intent, for which
/// the perceptual BToA table stands in where its own is missing (ICC.1:2022, 8.10; so LittleCMS does by itself).
/// Errors: which of that fails; where the table does, the intents that there are.
Status check_press(const Profile& profile, std::optional<Intent> intent);

/// The inks of a press profile, in channel order: from its colorant table (`clrt`; made printable) where it has one of
/// the right length, else Cyan, Magenta, Yellow(, Black), else "Ink 1", "Ink 2", … Names are never empty and never
/// equal.
std::vector<std::string> ink_names(const Profile& press);

/// The place of black among `inks`: the first called Black or K, else the first with the word Black in its name, as
/// "Process Black" and "PANTONE Process Black C" have; in any case. Nothing where no ink is called so.
std::optional<std::size_t> find_black(std::span<const std::string> inks);

}  // namespace platerip::profiles
