// The folders of a queue.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"

namespace platerip::rip {

/// A queue is a folder with a file of settings, queue.conf, and these folders. `path` has no slash at its end.
struct QueueFolder {
  std::string path;

  [[nodiscard]] std::string settings() const { return path + "/queue.conf"; }
  [[nodiscard]] std::string in() const { return path + "/in"; }          ///< pages arrive here
  [[nodiscard]] std::string work() const { return path + "/work"; }      ///< pages that services have taken
  [[nodiscard]] std::string done() const { return path + "/done"; }      ///< pages whose plates are made
  [[nodiscard]] std::string failed() const { return path + "/failed"; }  ///< pages that could not be made, with texts
  [[nodiscard]] std::string held() const { return path + "/held"; }  ///< pages that wait until somebody lets them go

  /// What the queue is called: the last part of its path.
  [[nodiscard]] std::string name() const { return path.substr(path.rfind('/') + 1); }
};

/// The queue at `path`, which may be relative to the working folder.
QueueFolder queue_at(const std::string& path);

/// Makes the folders that are missing. Errors: there is no queue.conf, so that nothing is made where a file server is
/// not mounted; or a folder cannot be made.
Status make_queue_folders(const QueueFolder& queue);

}  // namespace platerip::rip
