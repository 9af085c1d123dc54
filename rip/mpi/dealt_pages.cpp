#include "rip/mpi/dealt_pages.h"

#include <exception>
#include <future>
#include <list>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "rip/mpi/no_memory.h"
#include "rip/mpi/page_messages.h"
#include "rip/mpi/tags.h"
#include "rip/plates/dealt_files.h"
#include "rip/runs/in_order.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::json;

// What a rank tells the desk: that it is free, which plates it is about to make, or what came of that. The desk answers
// the first two.
enum class Said { free, claims, done };

// A page that is dealt: its number in the run, and its place among all pages.
struct DealtTurn {
  std::size_t number;
  std::size_t place;
};

Json asked(Link& link, const Json& question) {
  link.send(0, tag_to_desk, to_message(question));
  return from_message(link.receive(0, tag_from_desk)->bytes);
}

// Plate files that are begun only when the desk allows it.
class ClaimedFiles : public PlateFiles {
 public:
  ClaimedFiles(Link& link, const PlateSettings& settings, std::size_t page)
      : PlateFiles(settings), link_(link), page_(page) {}

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& made) override {
    const Json question{Said::claims, page_, files(plates.source, plates.inks)};
    if (const Status status = status_of(asked(link_, question)); !status.ok()) return status;
    return PlateFiles::begin(plates, made);
  }

 private:
  Link& link_;
  std::size_t page_;
};

Result<PageReport> make_page(Link& link, CrewRun& run, const DealtTurn& turn) {
  return or_no_memory(link.rank(), [&] {
    const DealtPage page = run.at(turn.place, turn.number);
    ClaimedFiles files(link, run.options().job.plates, turn.number);
    return run.make_to(files, page, false);
  });
}

// Makes pages until the desk has none left.
void work(Link& link, CrewRun& run) {
  for (;;) {
    const Json dealt = asked(link, Json::array({Said::free}));
    if (dealt.is_null()) return;
    const DealtTurn turn{dealt.at(0), dealt.at(1)};
    const Result<PageReport> report = make_page(link, run, turn);
    link.send(0, tag_to_desk, to_message(Json{Said::done, turn.number, turn.place, json_of(report)}));
  }
}

// The desk and the rank's own work wait for each other, so neither can end without the other.
template <typename Work>
void or_abort(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    Link::abort(std::string("internal error: ") + error.what());
  }
}

// Deals pages to the ranks, and receives the results. It is at rank 0.
class Desk {
 public:
  Desk(Link& link, CrewRun& run) : link_(link), run_(run), ranks_(link.size()) {}

  // Returns when all ranks have been told that there are no more pages.
  void run() {
    while (ranks_ > 0) {
      const Message message = *link_.receive(Link::anyone, tag_to_desk);
      hear(message.from, from_message(message.bytes));
      answer_claims();
    }
  }

 private:
  struct Claim {
    int rank;
    std::size_t page;
    std::vector<std::string> files;
  };

  void hear(int rank, const Json& said) {
    switch (said.at(0).get<Said>()) {
      case Said::free:
        return deal(rank);
      case Said::claims:
        waiting_.push_back({rank, said.at(1), said.at(2)});
        return;
      case Said::done:
        return made({said.at(1), said.at(2)}, report_of(said.at(3)));
    }
    throw std::out_of_range("a message has an unknown value");
  }

  void answer(int rank, const Json& value) { link_.send(rank, tag_from_desk, to_message(value)); }

  void deal(int rank) {
    const auto place = next_place();
    if (!place) --ranks_;
    answer(rank, place ? Json{dealt_++, *place} : Json());
  }

  // The place of the next page that a rank can make. Nothing if there is none.
  std::optional<std::size_t> next_place() {
    while (const auto place = run_.next_place()) {
      if (place->ok()) return **place;
      done(dealt_++, place->error());
    }
    return std::nullopt;
  }

  void made(const DealtTurn& turn, const Result<PageReport>& report) {
    if (report.ok()) run_.keep(*report, turn.place);
    done(turn.number, report);
  }

  void done(std::size_t number, const Result<PageReport>& report) {
    claims_.end(number);
    for (const Result<PageReport>& next : results_.put(number, report)) run_.told(next, told_++, true);
  }

  void answer_claims() {
    std::erase_if(waiting_, [this](const Claim& claim) {
      const auto claimed = claims_.try_claim(claim.page, claim.files);
      if (claimed) answer(claim.rank, json_of(*claimed));
      return claimed.has_value();
    });
  }

  Link& link_;
  CrewRun& run_;
  int ranks_;  // that may ask for more pages
  std::size_t dealt_ = 0;
  std::size_t told_ = 0;
  InOrder<Result<PageReport>> results_;
  Claims claims_{run_.kept()};
  std::list<Claim> waiting_;
};

}  // namespace

void deal_pages(Link& link, CrewRun& run) {
  if (link.rank() != 0) return work(link, run);
  auto own = std::async(std::launch::async, [&] { or_abort([&] { work(link, run); }); });
  or_abort([&] { Desk(link, run).run(); });
  own.get();
}

}  // namespace platerip::rip
