#include "rip/mpi/link.h"

#include <mpi.h>
#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <utility>

#include "rip/app/messages.h"

namespace platerip::rip {
namespace {

using std::chrono::microseconds;

constexpr int long_wait = 200;  // after so many tries in vain, a thread that waits for a message sleeps longer

bool shares_cores(const cpu_set_t& one, const cpu_set_t& other) {
  cpu_set_t both;
  CPU_AND(&both, &one, &other);
  return CPU_COUNT(&both) > 0;
}

// Ends the run if there is no memory, because the sender of the message would wait for ever.
Bytes room_for(int bytes) {
  try {
    return Bytes(static_cast<std::size_t>(bytes));
  } catch (const std::bad_alloc&) {
    Link::abort("the machine is out of memory; lower --memory or --threads");
  }
}

// The ranks on this machine. To be called by all ranks together. The caller frees the result.
MPI_Comm ranks_of_machine(int rank) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  return node;
}

}  // namespace

struct Link::Sent {
  Bytes bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

Link::Link() {
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  if (level < MPI_THREAD_SERIALIZED) {
    abort("this MPI does not allow threads; install one that does");
  }
  std::at_quick_exit([] { MPI_Finalize(); });  // the command may end the process, past the destructor
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm node = ranks_of_machine(rank_);
  MPI_Comm_size(node, &ranks_on_machine_);
  MPI_Comm_rank(node, &rank_on_machine_);
  MPI_Comm_free(&node);
  ::prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);  // also of later threads: sleeps of 10 µs would otherwise take 60
  pusher_ = std::jthread([this](const std::stop_token& stop) { push_sent(stop); });
}

Link::~Link() {
  while (!has_sent_all()) rest(long_wait);
  pusher_.request_stop();
  pusher_.join();
  MPI_Finalize();
}

int Link::share_of_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  const std::lock_guard lock(mutex_);
  MPI_Comm node = ranks_of_machine(rank_);
  int ranks = 1;
  MPI_Comm_size(node, &ranks);
  std::vector<cpu_set_t> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(&cores, sizeof cores, MPI_BYTE, all.data(), sizeof cores, MPI_BYTE, node);
  MPI_Comm_free(&node);
  const auto sharing = std::ranges::count_if(all, [&](const cpu_set_t& each) { return shares_cores(cores, each); });
  return static_cast<int>(std::max<std::ptrdiff_t>(1, CPU_COUNT(&cores) / std::max<std::ptrdiff_t>(1, sharing)));
}

void Link::send(int to, int tag, Bytes bytes) {
  if (std::ssize(bytes) > most_bytes) abort("a message is too large; this is a defect of the program");
  const std::lock_guard lock(mutex_);
  Sent& sent = sent_.emplace_back(Sent{std::move(bytes)});
  MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD, &sent.request);
  changed_.notify_all();
}

std::optional<Message> Link::poll(int from, int tag) {
  const std::lock_guard lock(mutex_);
  int there = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(from == anyone ? MPI_ANY_SOURCE : from, tag, MPI_COMM_WORLD, &there, &message, &status);
  if (there == 0) return std::nullopt;
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  Message got{status.MPI_SOURCE, room_for(count)};
  MPI_Mrecv(got.bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  return got;
}

std::optional<Message> Link::receive(int from, int tag, const std::function<bool()>& given_up) {
  for (int tries = 0;; ++tries) {
    if (auto message = poll(from, tag)) return message;
    if (given_up && given_up()) return std::nullopt;
    rest(tries);
  }
}

void Link::rest(int tries) {
  std::this_thread::sleep_for(microseconds(tries < long_wait ? 10 : 200));
}

void Link::forget_sent() {
  std::erase_if(sent_, [](Sent& sent) {
    int done = 0;
    MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

void Link::push_sent(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !sent_.empty(); })) {
    forget_sent();
    lock.unlock();
    std::this_thread::sleep_for(microseconds(50));
    lock.lock();
  }
}

// After T. Hoefler, C. Siebert and A. Lumsdaine, "Scalable Communication Protocols for Dynamic Sparse Data Exchange". A
// rank enters the barrier when its own messages have been taken. It takes those of others until all have entered.
void Link::settle(int first, int last) {
  MPI_Request barrier = MPI_REQUEST_NULL;
  for (bool entered = false;; rest(long_wait)) {
    for (int tag = first; tag <= last; ++tag) {
      while (poll(anyone, tag)) {
      }
    }
    const std::lock_guard lock(mutex_);
    forget_sent();
    if (!entered && sent_.empty()) {
      MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
      entered = true;
    }
    int done = 0;
    if (entered) MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
  }
}

bool Link::has_sent_all() {
  const std::lock_guard lock(mutex_);
  forget_sent();
  return sent_.empty();
}

void Link::abort(const std::string& why) {
  say_always(why);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::_Exit(1);
}

}  // namespace platerip::rip
