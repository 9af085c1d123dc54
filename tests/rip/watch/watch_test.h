// The fixture of tests of hot folders: queues in a folder of the test, and services that watch them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/rip/runs/book_command.h"

namespace platerip::test {

class WatchTest : public BookTest {
 protected:
  using Words = std::vector<std::string>;

  /// Makes the queue `name` with this queue.conf, or changes its queue.conf in one step.
  void queue(const std::string& name, const std::string& settings = "") const;

  /// Starts a service that looks often, unless `words` say otherwise, and waits until it watches.
  [[nodiscard]] std::unique_ptr<Process> start(const Words& words) const;
  /// The same without waiting.
  [[nodiscard]] std::unique_ptr<Process> begin(const Words& words) const;
  /// Ends the service as systemd does, and expects that it ends well.
  static Outcome end(Process& service);

  /// A page of `side` x `side` pixels, different for each `kind`, as a PPM.
  static std::string page(int kind, int side = 16);
  void write(const std::string& path, const std::string& bytes) const;
  /// Writes the file elsewhere and renames it to `path`, as programs do that hand over whole files.
  void hand_over(const std::string& path, const std::string& bytes) const;

  /// Waits until `is_so`; fails the test if that takes minutes.
  static void wait_until(const std::function<bool()>& is_so, const std::string& what);
  /// Waits until a file or folder of that name is there.
  void wait_for(const std::string& path) const;
  /// Waits until a message has these words.
  static void wait_for_message(const Process& service, const std::string& words);

  [[nodiscard]] bool has(const std::string& path) const;
  [[nodiscard]] std::string text(const std::string& path) const;
  /// The names in a folder; none if it is not there.
  [[nodiscard]] std::set<std::string> names(const std::string& folder) const;
  /// The plates of a page by the command, with these options, like in().
  [[nodiscard]] Contents by_command(const std::string& path, Words words = {}) const;
  /// Waits until nothing is left in the queue's in/ and work/.
  void expect_nothing_left(const std::string& name) const;
};

}  // namespace platerip::test
