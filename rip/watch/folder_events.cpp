#include "rip/watch/folder_events.h"

#include <poll.h>
#include <sys/inotify.h>

#include <array>
#include <cstring>

namespace platerip::rip {

FolderEvents::FolderEvents() : inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {}

void FolderEvents::watch(const std::string& folder) {
  if (inotify_ < 0) return;
  const int number = ::inotify_add_watch(inotify_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR);
  if (number >= 0) folders_[number] = {folder, true};
}

void FolderEvents::end_others() {
  for (auto each = folders_.begin(); each != folders_.end();) {
    if (!each->second.is_wanted) ::inotify_rm_watch(inotify_, each->first);
    each = each->second.is_wanted ? std::next(each) : folders_.erase(each);
  }
  for (auto& [number, watched] : folders_) watched.is_wanted = false;
}

bool FolderEvents::wait(int milliseconds,
                        const std::function<void(const std::string&, const std::string&)>& completed) {
  pollfd wanted{inotify_, POLLIN, 0};
  if (::poll(&wanted, 1, milliseconds) <= 0) return false;
  bool is_lost = false;
  alignas(inotify_event) std::array<char, 65536> buffer{};
  const ssize_t got = ::read(inotify_, buffer.data(), buffer.size());
  for (ssize_t at = 0; at < got;) {
    const auto* const event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
    at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
    is_lost |= (event->mask & IN_Q_OVERFLOW) != 0;
    const auto watched = folders_.find(event->wd);
    if (watched != folders_.end() && event->len > 0) completed(watched->second.folder, event->name);
  }
  return is_lost;
}

}  // namespace platerip::rip
