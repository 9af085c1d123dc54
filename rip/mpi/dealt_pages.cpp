#include "rip/mpi/dealt_pages.h"

#include <future>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "rip/mpi/no_memory.h"
#include "rip/mpi/page_messages.h"
#include "rip/mpi/tags.h"
#include "rip/plates/dealt_files.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::json;

// What a rank says to the desk: that it is free, which plates it is about to make, or how that went. The desk answers
// the first two.
enum class Said { free, claims, done };

Json asked(Link& link, const Json& question) {
  link.send(0, tag_to_desk, to_message(question));
  return from_message(link.receive(0, tag_from_desk)->bytes);
}

// Plate files that the desk must allow.
class ClaimedFiles : public PlateFiles {
 public:
  ClaimedFiles(Link& link, const PlateSettings& settings, std::size_t page)
      : PlateFiles(settings), link_(link), page_(page) {}

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& made) override {
    const Json question{Said::claims, page_, files(plates.page, plates.inks)};
    if (const Status status = status_of(asked(link_, question)); !status.ok()) return status;
    return PlateFiles::begin(plates, made);
  }

 private:
  Link& link_;
  std::size_t page_;
};

Result<PageReport> make_page(Link& link, const CrewSteps& steps, std::size_t number) {
  const auto turn = steps.next();
  if (!turn) return Error{"page " + std::to_string(number + 1) + " of the run is gone; its file has changed"};
  ClaimedFiles files(link, steps.job.plates, number);
  return or_no_memory(link.rank(), [&] { return steps.rip(*turn, files, false); });
}

// Makes pages until the desk has none left.
void work(Link& link, const CrewSteps& steps) {
  for (std::size_t seen = 0;; ++seen) {
    const Json dealt = asked(link, Json::array({Said::free}));
    if (dealt.is_null()) return;
    const auto number = dealt.get<std::size_t>();
    for (; seen < number; ++seen) steps.skip();
    const Result<PageReport> report = make_page(link, steps, number);
    link.send(0, tag_to_desk, to_message(Json{Said::done, number, json_of(report)}));
  }
}

// Where the ranks get their pages.
class Desk {
 public:
  Desk(Link& link, const CrewSteps& steps) : link_(link), steps_(steps), ranks_(link.size()) {}

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
        return done(said.at(1), report_of(said.at(2)));
    }
  }

  void answer(int rank, const Json& value) { link_.send(rank, tag_from_desk, to_message(value)); }

  void deal(int rank) {
    const bool has_page = dealt_ < steps_.pages && !steps_.is_over();
    if (!has_page) --ranks_;
    answer(rank, has_page ? Json(dealt_++) : Json());
  }

  void done(std::size_t page, const Result<PageReport>& report) {
    if (report.ok()) steps_.keep(*report, page);
    claims_.end(page);
    unreported_.emplace(page, report);
    for (auto next = unreported_.find(reported_); next != unreported_.end(); next = unreported_.find(reported_)) {
      steps_.done(next->second, reported_++, true);
      unreported_.erase(next);
    }
  }

  void answer_claims() {
    std::erase_if(waiting_, [this](const Claim& claim) {
      const auto claimed = claims_.try_claim(claim.page, claim.files);
      if (claimed) answer(claim.rank, json_of(*claimed));
      return claimed.has_value();
    });
  }

  Link& link_;
  const CrewSteps& steps_;
  int ranks_;  // that may ask for more pages
  std::size_t dealt_ = 0;
  std::size_t reported_ = 0;
  std::map<std::size_t, Result<PageReport>> unreported_;  // made before pages with lower numbers
  Claims claims_{*steps_.kept};
  std::list<Claim> waiting_;
};

}  // namespace

void deal_pages(Link& link, const CrewSteps& steps) {
  if (link.rank() != 0) return work(link, steps);
  auto own = std::async(std::launch::async, [&] { work(link, steps); });
  Desk(link, steps).run();
  own.get();
}

}  // namespace platerip::rip
