#include "rip/cups/backend/plates_owner.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

template <typename Id>
std::optional<Id> number_of(const std::string& text) {
  Id id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size() || id == static_cast<Id>(-1)) return std::nullopt;
  return id;
}

std::optional<uid_t> find_user(const std::string& name) {
  const passwd* const found = ::getpwnam(name.c_str());
  return found == nullptr ? number_of<uid_t>(name) : std::optional(found->pw_uid);
}

std::optional<gid_t> find_group(const std::string& name) {
  const group* const found = ::getgrnam(name.c_str());
  return found == nullptr ? number_of<gid_t>(name) : std::optional(found->gr_gid);
}

Error nobody(const std::string& kind, const std::string& name) {
  return Error{tiffio::printable(name) + ": there is no such " + kind + "; set another " +
               (kind == "user" ? "owner" : kind) + " in the printer's device"};
}

// A user without a name has no supplementary groups.
bool take_groups(uid_t user, gid_t group) {
  const passwd* const found = ::getpwuid(user);
  return found == nullptr ? ::setgroups(0, nullptr) == 0 : ::initgroups(found->pw_name, group) == 0;
}

}  // namespace

Result<PlatesOwner> PlatesOwner::find(const PlatesUri& uri, int folder) {
  struct stat status {};
  if (::fstat(folder, &status) != 0)
    return Error{tiffio::printable(uri.folder) + ": cannot be read: " + std::strerror(errno) + "; check the disk"};
  const auto user = uri.owner ? find_user(*uri.owner) : std::optional(status.st_uid);
  const auto group = uri.group ? find_group(*uri.group) : std::optional(status.st_gid);
  if (!user) return nobody("user", *uri.owner);
  if (!group) return nobody("group", *uri.group);
  return PlatesOwner{*user, *group};
}

Status PlatesOwner::become() const {
  const bool is_root = ::geteuid() == 0;
  if (is_root && take_groups(user, group) && ::setgid(group) == 0 && ::setuid(user) == 0) return {};
  if (!is_root && ::geteuid() == user) return {};
  return Error{"the plates cannot be made as user " + std::to_string(user) + " and group " + std::to_string(group) +
               (is_root ? std::string(": ") + std::strerror(errno) : "") +
               "; let CUPS run the backend as root: chmod 700 it"};
}

}  // namespace platerip::rip
