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

/// What is returned when another rank has given up the page: that rank has the reason.
inline Error given_up_elsewhere() {
  return {"another rank could not make its rows", ErrorCode::stopped};
}

/// Thread-safe.
class PageLink {
 public:
  PageLink(Link& link, std::size_t page, std::function<bool()> stop)
      : link_(link), page_(page), stop_(std::move(stop)) {}

  [[nodiscard]] int rank() const { return link_.rank(); }
  [[nodiscard]] int size() const { return link_.size(); }
  [[nodiscard]] bool is_one_machine() const { return link_.is_one_machine(); }

  void send(int to, AboutPage about, Bytes bytes, int part = 0) {
    link_.send(to, tag_of(page_, about, part), std::move(bytes));
  }

  /// Waits for a message, unless a rank gives up or the run is stopped.
  Result<Bytes> receive(int from, AboutPage about, int part = 0) {
    auto message = link_.receive(from, tag_of(page_, about, part), [this] { return is_given_up(); });
    if (!message) return given_up_elsewhere();
    return std::move(message->bytes);
  }

  /// The same, whatever happens.
  Bytes receive_always(int from, AboutPage about) { return link_.receive(from, tag_of(page_, about))->bytes; }

  /// Tells all other ranks that they need not go on.
  void give_up() {
    for (int rank = 0; rank < size(); ++rank) {
      if (rank != this->rank()) send(rank, AboutPage::given_up, {});
    }
  }

  /// Drops what a page that failed left behind. To be called by all ranks together.
  void settle() {
    link_.settle(tag_of(page_, AboutPage::given_up), tag_of(page_, AboutPage::boundary, most_parts - 1));
  }

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
