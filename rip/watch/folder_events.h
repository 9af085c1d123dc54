// Tells which files were closed by their writers, or renamed into folders: inotify(7).
//
// May throw std::bad_alloc, and nothing else. One thread at a time.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/files.h"

namespace platerip::rip {

/// On file servers there may be no events, or only those of this machine. Without inotify there are none.
class FolderEvents {
 public:
  FolderEvents();

  /// Watches a folder. May be called again, also when another folder has got that path.
  void watch(const std::string& folder);
  /// Stops watching folders that were not watch()ed since the last call.
  void end_others();

  /// Waits until there are events, at most for `milliseconds` or until a signal comes. Calls `completed` for each file
  /// or folder that is complete. True if some events were lost.
  bool wait(int milliseconds, const std::function<void(const std::string& folder, const std::string& name)>& completed);

 private:
  struct Watched {
    std::string folder;
    bool is_wanted = true;
  };
  Descriptor inotify_;
  std::map<int, Watched> folders_;
};

}  // namespace platerip::rip
