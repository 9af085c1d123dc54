// Device links that tests make as they need them.
#pragma once

#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::made {

/// The device link between two profiles, as LittleCMS' linkicc makes it. `space` is that of the first one's pages.
Bytes link(const profiles::Profile& page, const profiles::Profile& press,
           profiles::Intent intent = profiles::Intent::relative);

/// A device link of one grid with these channels, each in `names` if there are any: the outputs are mixtures of the
/// inputs. `version` is that of ICC.
Bytes grid_link(cmsColorSpaceSignature from, cmsColorSpaceSignature to, const std::vector<std::string>& names = {});

}  // namespace platerip::made
