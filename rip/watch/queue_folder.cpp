#include "rip/watch/queue_folder.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "rip/watch/moves.h"

namespace platerip::rip {

QueueFolder queue_at(const std::string& path) {
  std::error_code ignored;
  std::string absolute = std::filesystem::absolute(path, ignored).lexically_normal().string();
  while (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
  return {absolute};
}

Status make_queue_folders(const QueueFolder& queue) {
  struct stat status {};
  if (::stat(queue.settings().c_str(), &status) != 0) {
    Error error = file_trouble(queue.settings(), "cannot be found", errno);
    if (errno == ENOENT) error.message += "; make it to open the queue; it may be empty";
    return error;
  }
  for (const std::string& folder : {queue.in(), queue.work(), queue.done(), queue.failed(), queue.held()}) {
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) return file_trouble(folder, "cannot be made", errno);
  }
  return {};
}

}  // namespace platerip::rip
