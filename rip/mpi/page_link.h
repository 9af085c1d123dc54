// The messages about one page that all ranks make together.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

#include "base/status.h"
#include "rip/mpi/link.h"
#include "rip/mpi/page_messages.h"
#include "rip/mpi/tags.h"

namespace platerip::rip {

/// The error on a rank that stops because another one has given up the page. The reason comes from that other rank.
inline Error given_up_elsewhere() {
  return {"another rank could not make its rows", ErrorCode::stopped};
}

/// One rank's end of the messages about one page. Thread-safe.
class PageLink {
 public:
  /// `link` outlives this. `page`: its number in the run. `stop` is polled; true gives the page up.
  PageLink(Link& link, std::size_t page, std::function<bool()> stop)
      : link_(link), page_(page), stop_(std::move(stop)) {}

  [[nodiscard]] int rank() const { return link_.rank(); }
  [[nodiscard]] int size() const { return link_.size(); }
  [[nodiscard]] bool is_one_machine() const { return link_.is_one_machine(); }

  /// Sends a message and returns at once. `part`: of the halftone, below most_parts; only for AboutPage::boundary.
  void send(int to, AboutPage about, Bytes bytes, int part = 0) {
    link_.send(to, tag_of(page_, about, part), std::move(bytes));
  }

  /// Waits for a message. Errors: a rank has given up, or the run is stopped.
  Result<Bytes> receive(int from, AboutPage about, int part = 0) {
    auto message = link_.receive(from, tag_of(page_, about, part), [this] { return is_given_up(); });
    if (!message) return given_up_elsewhere();
    return std::move(message->bytes);
  }

  /// Waits for a message even if the page is given up.
  Bytes receive_always(int from, AboutPage about) { return link_.receive(from, tag_of(page_, about))->bytes; }

  /// Tells all other ranks to give up the page.
  void give_up() {
    for (int rank = 0; rank < size(); ++rank) {
      if (rank != this->rank()) send(rank, AboutPage::given_up, {});
    }
  }

  /// Drops the messages that a failed page has left. To be called by all ranks together, after each page.
  void settle() {
    link_.settle(tag_of(page_, AboutPage::given_up), tag_of(page_, AboutPage::boundary, most_parts - 1));
  }

  /// Whether a rank has given up the page, or `stop` has returned true.
  [[nodiscard]] bool is_given_up() {
    if (!given_up_ && (stop_() || link_.poll(Link::anyone, tag_of(page_, AboutPage::given_up)))) given_up_ = true;
    return given_up_;
  }

 private:
  Link& link_;
  std::size_t page_;
  std::function<bool()> stop_;
  std::atomic<bool> given_up_ = false;
};

}  // namespace platerip::rip
