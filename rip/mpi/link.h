// Messages between the ranks of a run. Only this file and link.cpp know MPI.
//
// Functions may throw std::bad_alloc, and nothing else. All ranks end if MPI reports an error, or if there is too
// little memory for a message that has come.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace platerip::rip {

using Bytes = std::vector<std::byte>;

/// A message that has come, and the rank that sent it.
struct Message {
  int from = 0;
  Bytes bytes;
};

/// This process's end of the link between all ranks. A process has one such object. Thread-safe, except settle(). A
/// thread that waits sleeps between its tries, so that ranks can share cores.
class Link {
 public:
  static constexpr int anyone = -1;
  static constexpr std::int64_t most_bytes = std::int64_t{1} << 30;  ///< of a message; MPI counts in an int

  /// Starts MPI.
  Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  /// Waits until all messages of this rank were received, and until all other ranks come here, too. Then ends MPI.
  ~Link();

  /// This process's number, from 0, and the number of processes.
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  /// This process's number among those on its machine, from 0.
  [[nodiscard]] int rank_on_machine() const { return rank_on_machine_; }
  /// The number of processes on its machine.
  [[nodiscard]] int ranks_on_machine() const { return ranks_on_machine_; }

  /// Whether all ranks are on one machine.
  [[nodiscard]] bool is_one_machine() const { return ranks_on_machine_ == size_; }

  /// The number of cores for this rank, at least 1: those that it may use, divided by the ranks that may use the same
  /// ones. To be called by all ranks together.
  int share_of_cores();

  /// Sends bytes to a rank, which may be this one, and returns at once. Messages from one rank to another with one tag
  /// arrive in order. Precondition: tag >= 0, and at most most_bytes bytes.
  void send(int to, int tag, Bytes bytes);

  /// The next message with this tag, from one rank or from `anyone`. Nothing if none has come.
  std::optional<Message> poll(int from, int tag);

  /// Waits for that message. Nothing if `given_up`, which is polled and may be empty, returns true.
  std::optional<Message> receive(int from, int tag, const std::function<bool()>& given_up = {});

  /// Sleeps for a while between two tries to get a message. `tries`: how often there was none. After many, it sleeps
  /// longer.
  static void rest(int tries);

  /// Drops all messages with tags from `first` to `last` that are still on their way. To be called by all ranks
  /// together. Meanwhile no rank may send such messages.
  void settle(int first, int last);

  /// Ends all ranks at once, after one line that says why.
  [[noreturn]] static void abort(const std::string& why);

 private:
  struct Sent;
  void forget_sent();
  bool has_sent_all();
  void push_sent(const std::stop_token& stop);

  int rank_ = 0;
  int size_ = 1;
  int rank_on_machine_ = 0;
  int ranks_on_machine_ = 1;
  std::mutex mutex_;  // for all calls of MPI
  std::condition_variable_any changed_;
  std::list<Sent> sent_;  // not received yet
  std::jthread pusher_;   // calls MPI again and again, because large messages make progress only then
};

}  // namespace platerip::rip
