// What a job prints with.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiles/per_ink.h"
#include "profiles/profile.h"
#include "rip/job/color/across_file.h"
#include "rip/job/color/split_file.h"
#include "rip/job/drop_settings.h"
#include "rip/job/file_stamp.h"
#include "rip/job/open_press.h"
#include "rip/job/screens/screen_file.h"
#include "separation/curves/curve_file.h"

namespace platerip::rip {

struct Press {
  profiles::Profile profile;                       ///< the press profile, or a device link
  std::vector<std::string> inks;                   ///< those of the profile
  std::optional<profiles::Profile> input_profile;  ///< Job::input_profile
  std::vector<profiles::PerInk<separation::CurveFile>> curves;
  std::vector<profiles::PerInk<AcrossFile>> across;
  std::vector<profiles::PerInk<SplitFile>> splits;
  std::vector<profiles::PerInk<ScreenFile>> screens;
  DropFile drops;
  std::vector<FileStamp> files;  ///< of files_named(), as they were before they were opened
};

/// Whether the press has the files of the job. Compares their names without folders.
bool is_of(const Press& press, const Job& job);

/// Whether grays can be printed with black ink alone. The press needs a black ink. Its profile, unless it is a device
/// link, needs a table that says how dark this ink prints.
bool has_black(const Press& press);

}  // namespace platerip::rip
