#include "rip/watch/notify.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/files.h"

namespace platerip::rip {

void notify_manager(const std::string& state) {
  const char* const name = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  if (name == nullptr || std::strlen(name) >= sizeof address.sun_path) return;
  std::strcpy(address.sun_path, name);
  if (address.sun_path[0] == '@') address.sun_path[0] = 0;  // an abstract one
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(name));
  const Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (socket < 0) return;
  static_cast<void>(
      ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), size));
}

}  // namespace platerip::rip
