#include "rip/mpi/shared_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rip/film/film_sheet.h"
#include "rip/job/color/ink_settings.h"
#include "rip/mpi/band_plates.h"
#include "rip/mpi/first_pass.h"
#include "rip/mpi/no_memory.h"
#include "rip/mpi/page_link.h"
#include "rip/mpi/share_plates.h"
#include "rip/mpi/slant_maker.h"
#include "rip/page/page_share.h"
#include "rip/pages/page_files.h"
#include "rip/proofs/page_proofs.h"
#include "rip/resources/stop_signal.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t band_rows = 64;  // as many as the widest registers halftone side by side
constexpr std::int64_t most_bands = 8;  // of a strip

// The height of the strips. High strips are better, because each strip waits for the one above. But there must be
// enough strips for all ranks to be at work most of the time, and several must fit in the memory.
std::int64_t strip_rows_of(const Job& job, const tiffio::PageInfo& page, int ranks) {
  const std::int64_t shared = page.height / (16 * ranks);
  const std::int64_t fitting = static_cast<std::int64_t>(memory_of(job)) / (16 * page.row_bytes());
  const std::int64_t bands = std::clamp<std::int64_t>(std::min(shared, fitting) / band_rows, 1, most_bands);
  const std::int64_t rows = std::clamp<std::int64_t>(fitting, 1, bands * band_rows);
  return std::min({rows, page.height, job.strip_rows.value_or(rows)});
}

// The warnings that the report does not have yet, for example of another rank's GPU.
void add_warnings(PageReport& report, const std::vector<Remark>& warnings) {
  for (const Remark& warning : warnings) {
    const auto is_same = [&](const Remark& known) { return known.message == warning.message; };
    if (std::ranges::none_of(report.warnings, is_same)) report.warnings.push_back(warning);
  }
}

// The report of rank 0, with the warnings and the seconds of all, or the first error. A rank that only stopped because
// of another does not have the reason.
Result<PageReport> result_of(const std::vector<Result<PageReport>>& parts) {
  const Error* error = nullptr;
  for (const auto& part : parts) {
    if (part.ok()) continue;
    if (error == nullptr || error->code == ErrorCode::stopped) error = &part.error();
  }
  if (error != nullptr) return *error;
  PageReport all = *parts.front();
  const double total = all.seconds.total;
  for (const auto& part : std::span(parts).subspan(1)) {
    all.seconds.add(part->seconds);
    add_warnings(all, part->warnings);
  }
  all.seconds.total = total;
  return all;
}

// One page, on this rank.
class SharedPage {
 public:
  SharedPage(Link& link, CrewRun& run, std::size_t number, std::size_t place)
      : run_(run), job_(run.options().job), number_(number), place_(place), link_(link, number, stopped) {}

  // The result of the page on rank 0, and of the rank's share on others.
  Result<PageReport> make() {
    const Result<PageReport> own = or_no_memory(link_.rank(), [this] { return own_rows(); });
    if (!own.ok()) link_.give_up();
    if (link_.rank() == 0) return all_parts(own);
    link_.send(0, AboutPage::report, to_message(json_of(own)));
    return own;
  }

  void settle() { link_.settle(); }

 private:
  Result<PageReport> own_rows() {
    DealtPage dealt = run_.at(place_, number_);
    if (!dealt.page.ok()) return dealt.page.error();
    const auto sheet = film_info(job_, dealt.page->rows->info());
    if (!sheet.ok()) return about_page(dealt.page->source, sheet.error());
    const tiffio::PageInfo& info = *sheet;
    if (const Status same = check_same(info); !same.ok()) return same.error().about(page_label(dealt.page->source));
    return search_effort(job_) ? own_band(dealt, info) : own_strips(dealt, info);
  }

  // Strips in turn, which follow each other on a slant through the page.
  Result<PageReport> own_strips(DealtPage& dealt, const tiffio::PageInfo& info) {
    share_ = {link_.rank(), link_.size(), info.height, strip_rows_of(job_, info, link_.size())};
    if (share_.rows() == 0) return no_rows();
    PageShare own{.rows = share_.rows_to_make()};
    own.make_maker = [this](const MakerSettings& settings) { return SlantMaker::make(settings, share_, link_); };
    dealt.job.threads = thread_count(dealt.job.threads) + 1;  // one may wait for other ranks
    SharePlates plates(job_.plates, share_, link_);
    return rip_share(dealt, std::move(own), plates, info);
  }

  // A band, which is searched without the others after a first pass.
  Result<PageReport> own_band(DealtPage& dealt, const tiffio::PageInfo& info) {
    const halftone::SearchEffort effort = *search_effort(job_);
    const Bands bands = Bands::of(link_.size(), info.height, halftone::rows_above(effort), effort.rows_below());
    share_ = bands.share(link_.rank());
    if (share_.rows() == 0) return no_rows();
    PageShare own{.rows = bands.band(link_.rank()), .strip_unit = bands.unit()};
    own.begin = [&](const MakerSettings& settings) -> Result<RowsAbove> {
      auto page = open_page(dealt.page->source, reader_memory(dealt.job), dealt.job.threads);
      if (!page.ok()) return page.error();
      auto film = on_film(dealt.job, dealt.page->source, *std::move(page), {});
      if (!film.ok()) return film.error();
      const MakerWish wish{.backend = job_.backend,
                           .gpu = dealt.resources.gpu,
                           .device = dealt.job.device,
                           .gpu_memory = dealt.job.gpu_memory};
      return begin_bands(settings, {dealt.page->source, std::move(film->rows)}, bands, link_, wish);
    };
    SharePlates all(job_.plates, share_, link_);
    BandPlates plates(all, own.rows);
    auto report = rip_share(dealt, std::move(own), plates, info);
    if (report.ok()) report->halftone_backend += " on " + std::to_string(bands.count()) + " ranks";
    return report;
  }

  Result<PageReport> rip_share(DealtPage& dealt, PageShare own, PlateSink& plates, const tiffio::PageInfo& info) {
    own.add_sums = [this, info](PageSums& sums) { return add_sums(sums, info); };
    dealt.resources.share = std::make_shared<const PageShare>(std::move(own));
    return run_.make_to(plates, dealt, link_.rank() == 0);
  }

  Result<PageReport> no_rows() {
    link_.send(0, AboutPage::written, {});
    return PageReport{};
  }

  // Checks that all machines have the same page under this name. Otherwise they would wait for strips that nobody
  // makes.
  Status check_same(const tiffio::PageInfo& info) {
    const Json own{info.width, info.height, info.bits, info.row_bytes(), static_cast<int>(info.model), info.spots};
    if (link_.rank() == 0) {
      for (int rank = 1; rank < link_.size(); ++rank) link_.send(rank, AboutPage::page, to_message(own));
      return {};
    }
    const auto first = link_.receive(0, AboutPage::page);
    if (!first.ok()) return first.error();
    if (from_message(*first) == own) return {};
    return Error{"rank " + std::to_string(link_.rank()) + " has another page than rank 0; give all machines one file"};
  }

  // Rank 0 adds the sums of the others.
  Status add_sums(PageSums& sums, const tiffio::PageInfo& info) {
    sums.rows = share_.rows();  // without those above and below a band
    if (link_.rank() != 0) {
      link_.send(0, AboutPage::sums, to_message({sums.rows, sums.levels, sums.ink.sum(), sums.ink.max()}));
      return {};
    }
    for (int rank = 1; rank < share_.makers(); ++rank) {
      const auto message = link_.receive(rank, AboutPage::sums);
      if (!message.ok()) return message.error();
      const Json sent = from_message(*message);
      PageSums others{.rows = sent.at(0), .levels = sent.at(1), .ink = {}};
      others.ink.add(sent.at(2), sent.at(3), info.bits, others.rows * info.width);
      sums.add(others);
    }
    return {};
  }

  Result<PageReport> all_parts(const Result<PageReport>& own) {
    std::vector<Result<PageReport>> parts{own};
    for (int rank = 1; rank < link_.size(); ++rank)
      parts.push_back(report_of(from_message(link_.receive_always(rank, AboutPage::report))));
    return result_of(parts);
  }

  CrewRun& run_;
  const Job& job_;
  std::size_t number_;
  std::size_t place_;
  PageLink link_;
  Share share_;
};

// A page: its number in the run, and its place among all pages.
struct PageTurn {
  std::size_t number;
  std::size_t place;
};

// The next page, which rank 0 tells all. Nothing if there is none. `number`: of the next page, on rank 0.
std::optional<PageTurn> next_turn(Link& link, CrewRun& run, std::size_t& number) {
  if (link.rank() != 0) {
    const Json turn = from_message(link.receive(0, tag_from_desk)->bytes);
    return turn.is_null() ? std::nullopt : std::optional<PageTurn>({turn.at(0), turn.at(1)});
  }
  std::optional<PageTurn> turn;
  while (!turn) {
    const auto place = run.next_place();
    if (!place) break;
    if (place->ok()) turn = {number, **place};
    if (!place->ok()) run.told(place->error(), number, false);
    ++number;
  }
  const Json told = turn ? Json{turn->number, turn->place} : Json();
  for (int rank = 1; rank < link.size(); ++rank) link.send(rank, tag_from_desk, to_message(told));
  return turn;
}

}  // namespace

std::string why_not_shared(const Job& job) {
  if (job.upright) return "it is turned upright";
  if (job.checkpoint) return "its checkpoints need all rows in one place";
  return proof_files(job).empty() ? "" : "its preview or report needs all rows in one place";
}

void share_pages(Link& link, CrewRun& run) {
  std::size_t number = 0;
  while (const auto turn = next_turn(link, run, number)) {
    SharedPage page(link, run, turn->number, turn->place);
    const Result<PageReport> report = page.make();
    if (link.rank() == 0) {
      if (report.ok()) run.keep(*report, turn->place);
      run.told(report, turn->number, false);
    }
    page.settle();
  }
}

}  // namespace platerip::rip
