#include "rip/job/color/device_link.h"

#include <string>

namespace platerip::rip {

using profiles::ColorModel;
using profiles::Profile;

Status check_settings_of_link(const Profile& link, const Job& job) {
  const auto refuse = [&](const char* why, const char* setting) {
    return Error{link.name() + ": a device link " + why,
                 ErrorCode::bad_setting,
                 {{.action = Advice::Action::leave_out, .setting = setting}}};
  };
  constexpr const char* built_in = "has its page profile, intent and black point compensation built in";
  if (job.intent) return refuse(built_in, "intent");
  if (!job.black_point_compensation) return refuse(built_in, "no-bpc");
  if (job.input_profile) return refuse(built_in, "input-profile");
  if (job.preview) return refuse("cannot show its inks on a monitor", "preview");
  return {};
}

Result<Profile> link_for(const Profile& link, ColorModel model, std::vector<Remark>& notes) {
  if (model != ColorModel::gray || link.model() == model) {
    const Status status = check_link(link, model);
    if (status.ok()) return link;
    Error error = status.error();
    error.advice.push_back({.action = Advice::Action::give_another, .setting = "profile"});
    return error;
  }
  notes.push_back({link.model() == ColorModel::rgb ? "its device link is for RGB pages: gray is taken for R = G = B"
                                                   : "its device link is for CMYK pages: gray is taken for black ink"});
  return link.neutral_axis(link.header_intent());
}

}  // namespace platerip::rip
