#include "rip/pages/pdf/confinement.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// Every right to change files that the first version of Landlock knows.
constexpr std::uint64_t changes = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                  LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                  LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                  LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                  LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t truncate_since_version_3 = std::uint64_t{1} << 14;

bool allow(int rules, std::uint64_t rights, int beneath) {
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = beneath;
  return ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

// Rules that let files be changed in one folder only. Negative if the kernel has no Landlock.
Descriptor rules_for(int folder) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  const std::uint64_t rights = changes | (version >= 3 ? truncate_since_version_3 : 0);
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = rights;
  Descriptor rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0)));
  if (rules < 0 || !allow(rules, rights, folder)) return Descriptor(-1);
  const Descriptor null(::open("/dev/null", O_PATH | O_CLOEXEC));
  if (null >= 0) allow(rules, rights & (LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_since_version_3), null);
  return rules;
}

void limit(int resource, std::uint64_t most) {
  rlimit current{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &current);
  if (most < current.rlim_max) current.rlim_max = most;
  if (current.rlim_cur > current.rlim_max) current.rlim_cur = current.rlim_max;
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &current);
}

#if defined(__x86_64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_architecture = 0;  // no filter
#endif

// Lets every system call pass but those that make sockets, or could, unseen, in a ring.
bool refuse_sockets() {
  if (this_architecture == 0) return true;
  constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, this_architecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, refused),  // a call of another architecture has other numbers
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, refused),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(steps)), steps};
  const bool is_set = ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  return is_set || errno == EINVAL;  // a kernel without seccomp
}

}  // namespace

Result<Confinement> Confinement::prepare(const std::string& folder, const ChildLimits& limits) {
  const Descriptor opened(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const int reason = errno;
  if (opened < 0)
    return Error{tiffio::printable(folder) + ": cannot be opened: " + std::strerror(reason), kind_of(reason)};
  return Confinement(limits, rules_for(opened));
}

bool Confinement::enter() const {
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(limits_.seconds)) + 1);
  limit(RLIMIT_AS, limits_.memory);
  limit(RLIMIT_FSIZE, static_cast<std::uint64_t>(limits_.file_bytes));
  limit(RLIMIT_CORE, 0);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (rules_ >= 0 && ::syscall(SYS_landlock_restrict_self, static_cast<int>(rules_), 0) != 0) return false;
  return refuse_sockets();
}

}  // namespace platerip::rip
