#include "rip/page/rip_page.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "rip/film/film_sheet.h"
#include "rip/job/page_plan.h"
#include "rip/page/describe.h"
#include "rip/page/make_rows.h"
#include "rip/page/page_checkpoint.h"
#include "rip/page/page_share.h"
#include "rip/page/page_stages.h"
#include "rip/page/printed_rows.h"
#include "rip/page/sink_of_page.h"
#include "rip/page/upright.h"
#include "rip/plates/output_file.h"
#include "rip/plates/plate_names.h"
#include "rip/plates/target_check.h"
#include "rip/proofs/page_proofs.h"
#include "rip/records/manifest.h"
#include "rip/records/old_manifest.h"
#include "rip/resources/memory_share.h"
#include "rip/resources/thread_arena.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

Status about(const PageSource& source, const Status& status) {
  return status.ok() ? status : about_page(source, status.error());
}

Error stopped_error() {
  return {"stopped", ErrorCode::stopped};
}

// The state of a page while it is ripped: everything that its stages work on.
class PageRun {
 public:
  PageRun(const Job& job, const Press& press, const PageSource& source, Film film, PlateSink& sink,
          const PageEvents& events, const RunResources& resources, MadeWith made_with)
      : job_(job),
        press_(press),
        source_(source),
        film_(std::move(film)),
        sink_(sink),
        events_(events),
        resources_(resources),
        memory_(memory_range(job), job.memory ? nullptr : resources.memory, events.stop),
        made_with_(std::move(made_with)),
        to_make_(resources.share ? resources.share->rows : RowsToMake::all(film_.sheet.height)) {
    state_.done = RowsDone::nothing(to_make_);
  }

  Result<PageReport> run();

 private:
  Status run_steps();
  bool is_stopped() const { return events_.stop && events_.stop(); }
  Status plan();
  Status choose_maker();
  Result<MakerSettings> maker_settings(const Backends& cores);
  PlatesInfo plates_info() const;
  Status open_plates();
  Status open_proofs();
  Status open_manifest();
  Status begin(const halftone::Boundary& above);
  Status go_on();
  Status make_rows();
  Status finish();
  PageReport report(double total_seconds) const;

  Status write(const StripInFlight& strip);

  const Job& job_;
  const Press& press_;
  const PageSource& source_;
  const Film film_;
  PlateSink& sink_;
  const PageEvents& events_;
  const RunResources& resources_;
  PageMemory memory_;
  const MadeWith made_with_;

  const tiffio::PageInfo& info_ = film_.sheet;
  PagePlan plan_;
  Stages stages_;
  std::optional<ProofedPage> proofed_;
  PlatesInfo plates_;
  std::vector<Remark> warnings_;  // of what came after the plan
  std::vector<Remark> notes_;
  RowsToMake to_make_;
  RowsAbove above_;
  std::optional<Relay> relay_;
  std::optional<StripReader> reader_;
  RowsState state_;
  std::int64_t rows_written_ = 0;
  std::vector<OutputFile> files_;       // the plates', then the proofs', then the manifest's
  std::size_t plate_files_ = 0;         // how many of files_ are plates
  std::optional<OutputFile> manifest_;  // while it is not written
  PageCheckpoint checkpoint_{job_, source_};
  SinkOfPage sink_of_page_{sink_};
  PageSums sums_;
  PageProofs proofs_;
  std::optional<PrintedRows> printed_;
};

Result<PageReport> PageRun::run() {
  const auto start = std::chrono::steady_clock::now();
  Status status;
  try {
    status = run_steps();
  } catch (...) {  // too little memory, or no thread
    checkpoint_.leave(ErrorCode::no_memory, files_);
    throw;
  }
  if (status.ok()) return report(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  checkpoint_.leave(status.error().code, files_);
  return status.error();
}

Status PageRun::run_steps() {
  using Step = Status (PageRun::*)();
  for (const Step step : {&PageRun::plan, &PageRun::choose_maker, &PageRun::open_plates, &PageRun::open_proofs,
                          &PageRun::open_manifest, &PageRun::go_on, &PageRun::make_rows, &PageRun::finish}) {
    if (const Status status = (this->*step)(); !status.ok()) return status;
  }
  return {};
}

Status PageRun::plan() {
  auto plan = plan_page(job_, press_, source_, info_);
  if (!plan.ok()) return about(source_, plan.error());
  plan_ = *std::move(plan);
  proofed_.emplace(proofed_page(job_, plan_, resources_.cache, resources_.tables));
  if (resources_.gpu) proofed_->sums = wanted_sums(*proofed_);
  plates_ = plates_info();
  return {};
}

Status PageRun::choose_maker() {
  const auto cores = find_cores(job_.backend);
  if (!cores.ok()) return about(source_, cores.error());
  stages_ = page_stages(job_, plan_, film_, resources_.stages, *cores);
  const auto settings = maker_settings(*cores);
  if (!settings.ok()) return about(source_, settings.error());
  const PageShare* const share = resources_.share.get();
  if (share != nullptr && share->begin) {
    auto above = share->begin(*settings);
    if (!above.ok()) return about(source_, above.error());
    above_ = *std::move(above);
  }
  if (share != nullptr && share->make_maker) {
    auto maker = share->make_maker(*settings);
    if (!maker.ok()) return about(source_, maker.error());
    relay_.emplace(*std::move(maker), *settings);
  } else {
    const MakerWish wish{.backend = job_.backend,
                         .gpu = resources_.gpu,
                         .has_more_gpus = resources_.has_more_gpus,
                         .cores_may_begin = resources_.cores_may_begin && share == nullptr,
                         .device = job_.device,
                         .gpu_memory = job_.gpu_memory};
    auto relay = Relay::make(wish, *settings);
    if (!relay.ok()) return about(source_, is_stopped() ? stopped_error() : relay.error());
    relay_.emplace(*std::move(relay));
  }
  return checkpoint_.is_wanted() ? Status() : begin(above_.boundary);  // takes memory before there are any files
}

Status PageRun::begin(const halftone::Boundary& above) {
  reader_.emplace(*film_.rows, stages_.pixels_around(), film_.lying);
  const Status begun = about(source_, relay_->begin(above));
  memory_.settle();
  return begun;
}

Result<MakerSettings> PageRun::maker_settings(const Backends& cores) {
  MakerSettings settings;
  settings.separation = plan_.color.settings;
  settings.halftone = {.planes = plan_.planes,
                       .levels = plan_.levels,
                       .bits = plan_.bits,
                       .width = plan_.width,
                       .parallel = parallel_for};
  settings.plate_inks = plan_.plate_inks;
  const bool has_mask = !plan_.inks_growing_to_knock_out().empty();
  if (has_mask) settings.separation.made.push_back({.name = {}, .from = separation::MadeFrom::knocked_out});
  settings.stages = stages_;
  settings.page_height = plan_.height;
  settings.sums = proofed_->sums;
  settings.stop = events_.stop;
  settings.shape = {.width = plan_.width,
                    .pixel_row_bytes = film_.rows->info().row_bytes(),
                    .turn = film_.lying.turn,
                    .planes = plan_.color.inks.size() + (has_mask ? 1 : 0),
                    .sample_bytes = plan_.bits / 8,
                    .plates = plan_.plate_inks.size(),
                    .plate_row_bytes = halftone::plate_row_bytes(plan_.width, plan_.levels),
                    .pixels_around = stages_.pixels_around(),
                    .planes_around = stages_.planes_around(),
                    .tones = wanted_tones(*proofed_)};
  settings.rows = to_make_;
  settings.threads = thread_count(job_.threads);
  settings.memory = memory_;
  settings.reader_bytes = film_.rows->memory_bytes();
  settings.strip_rows = job_.strip_rows;
  settings.cores = cores;
  settings.separation.parallel = on_threads(settings.threads);
  settings.separation.cache = resources_.cache;
  settings.separation.shared = resources_.tables;
  settings.separation.making = [this](double share) {
    if (events_.preparing) events_.preparing(share);
    return !is_stopped();
  };
  settings.others.add("plates",
                      static_cast<std::int64_t>(sink_.memory_bytes(plates_)) + PrintedRows::memory_bytes(plan_));
  settings.others.add("proofs", proof_bytes(*proofed_));
  settings.bytes_after = proof_writing_bytes(*proofed_);
  if (resources_.share && resources_.share->strip_unit > 0) {
    settings.strip_rows = std::min(resources_.share->strip_unit, job_.strip_rows.value_or(plan_.height));
    settings.power_of_two_rows = true;
  }
  if (const Status status = check(settings.halftone); !status.ok()) return status.error();
  return settings;
}

PlatesInfo PageRun::plates_info() const {
  return {.width = plan_.width,
          .height = plan_.height,
          .levels = plan_.printed_levels,
          .resolution = plan_.resolution,
          .orientation = plan_.orientation,
          .inks = plan_.printed_names(),
          .source = source_,
          .threads = thread_count(job_.threads),
          .memory = memory_of(job_) / sink_share,
          .settles = checkpoint_.is_wanted(),
          .stop = events_.stop};
}

Status PageRun::open_plates() {
  std::vector<std::string> targets = sink_.files(source_, plates_.inks);
  std::ranges::copy(proof_files(job_), std::back_inserter(targets));
  if (const Status status = check_targets(targets, resources_.kept.get(), files_read(job_, source_)); !status.ok())
    return about(source_, status.error());
  sums_.levels.resize(plates_.inks.size());
  printed_.emplace(plan_, sink_, proofs_);
  if (const Status status = checkpoint_.find(plan_.planes.size(), plates_, made_with_); !status.ok()) return status;
  plates_.earlier = checkpoint_.plates();
  const Status status = sink_.begin(plates_, files_);
  plates_.earlier = {};
  plate_files_ = files_.size();
  if (status.ok() && plate_files_ > 0) checkpoint_.begun(sink_.goes_on());
  return status;
}

Status PageRun::open_proofs() {
  return proofs_.open(*proofed_, files_);
}

Status PageRun::open_manifest() {
  if (!job_.plates.manifest || plate_files_ == 0) return {};
  auto file = OutputFile::create(manifest_path(source_, job_.plates));
  if (!file.ok()) return file.error();
  manifest_ = *std::move(file);
  return {};
}

// Goes on where an earlier run was cut off.
Status PageRun::go_on() {
  if (!checkpoint_.is_wanted()) return {};
  if (checkpoint_.earlier() == nullptr) return begin({});
  if (const Status begun = begin(checkpoint_.earlier()->boundary); !begun.ok()) return begun;
  const auto above = checkpoint_.go_on(relay_->maker(), *reader_, info_, sums_, [this] { return is_stopped(); });
  if (!above.ok()) return above.error();
  state_.done = *above;
  rows_written_ = above->on_plates;
  notes_.push_back({"went on at row " + std::to_string(rows_written_) + ", where an earlier run was cut off"});
  return {};
}

Status PageRun::make_rows() {
  const bool has_checkpoints = checkpoint_.is_wanted();
  RowsJob rows{
      .source = source_,
      .height = plan_.height,
      .rows = to_make_,
      .threads = thread_count(job_.threads),
      .before_read = [&] { return is_stopped() && !has_checkpoints ? about(source_, stopped_error()) : Status(); },
      .write = [this](const StripInFlight& strip) { return write(strip); }};
  if (has_checkpoints) rows.ends_early = [this] { return is_stopped() || checkpoint_.is_due(); };
  for (;;) {
    const Status made = rip::make_rows(rows, *relay_, *reader_, state_, sums_.ink);
    if (!made.ok() || state_.done.on_plates >= to_make_.last) return made;
    const Status written = checkpoint_.write(made_with_, relay_->maker(), sink_, sums_, files_);
    if (!written.ok()) return written;
    if (is_stopped()) return about(source_, stopped_error());
  }
}

Status PageRun::write(const StripInFlight& strip) {
  proofs_.add(strip);
  if (strip.plate_rows == 0) return {};
  if (const Status status = printed_->write(strip, sums_); !status.ok()) return status;
  for (const OutputFile& file : files_) file.start_writeback();
  rows_written_ += strip.plate_rows;
  if (events_.progress) events_.progress({rows_written_, to_make_.made(), plan_.width});
  return {};
}

Status PageRun::finish() {
  if (const Status status = sink_.finish(); !status.ok()) return status;
  sums_.rows = to_make_.made();
  proofs_.tell_levels(sums_.levels);
  if (resources_.share && resources_.share->add_sums) {
    if (const Status status = resources_.share->add_sums(sums_); !status.ok()) return status;
  }
  for (const std::string& warning : moire_warnings(plan_.moire, plan_.plate_names(), ink_of_planes(plan_, sums_)))
    warnings_.push_back({warning, {{.setting = "screen-angle", .purpose = "to turn one"}}});
  reader_.reset();
  relay_->maker().release_strips();
  const auto proof_files = std::span(files_).last(proofs_.count());
  Status written;
  ThreadArena(thread_count(job_.threads)).execute([&] { written = proofs_.write(*proofed_, report(0), proof_files); });
  if (!written.ok()) return written;
  proofs_.warn(*proofed_, warnings_);
  if (manifest_) {
    const Status status = write_manifest(*manifest_, job_, report(0), {plates_, files_, sink_.digests(), made_with_});
    if (!status.ok()) return status;
    if (const Status removed = manifest_->remove_replaced(); !removed.ok()) return removed;
    files_.push_back(*std::move(manifest_));  // the old one goes first, and this one gets its name last
  }
  const auto plates = std::span(files_).first(plate_files_);
  if (Status status = remove_manifest_of(manifest_path(source_, job_.plates), plates); !status.ok()) return status;
  if (Status status = OutputFile::commit(files_, on_threads(thread_count(job_.threads))); !status.ok()) return status;
  checkpoint_.end();
  return {};
}

PageReport PageRun::report(double total_seconds) const {
  PageReport report;
  report.page = page_label(source_);
  report.width = plan_.width;
  report.height = sums_.rows;
  report.bits = plan_.bits;
  report.mean_total_ink_percent = sums_.ink.mean_percent();
  report.max_total_ink_percent = sums_.ink.max_percent();
  describe(plan_.color, *relay_, report);
  if (!above_.warning.empty()) report.warnings.push_back({above_.warning});
  report.warnings.insert(report.warnings.end(), warnings_.begin(), warnings_.end());
  report.notes.insert(report.notes.end(), notes_.begin(), notes_.end());
  if (!memory_.growth().empty()) report.notes.push_back({memory_.growth()});
  report.has_resolution = plan_.resolution.is_known();
  const bool is_forced = job_.resolution && job_.force_resolution;
  report.has_one_resolution = info_.has_one_resolution && info_.resolution.is_known() && !is_forced;
  if (job_.resolution && info_.resolution.is_known() && !is_forced) {
    report.notes.push_back({"has a resolution of its own, so the one given is not used",
                            {{.setting = "force-resolution", .purpose = "to use it"}}});
  }
  for (std::size_t plate = 0; plate < plan_.printed.size(); ++plate) {
    const PrintedPlate& printed = plan_.printed[plate];
    const std::string file = plate < plate_files_ ? files_[plate].path() : "-";
    report.plates.push_back({printed.ink, file, sums_.coverage_percent(plate, plan_.width, printed.level_ink),
                             std::string(plan_.planes[printed.part.plate].method.name()), printed.sizes});
  }
  if (manifest_) report.manifest = manifest_path(source_, job_.plates);
  report.seconds = state_.seconds;
  report.seconds.total = total_seconds;
  return report;
}

}  // namespace

Result<PageReport> rip_page(const Job& job, const PageSource& source, PageRows& rows, PlateSink& sink,
                            const PageEvents& events, const RunResources& resources) {
  if (!resources.press) {
    const auto press = open_press(job);
    if (!press.ok()) return about_page(source, press.error());
    RunResources opened = resources;
    opened.press = *press;
    return rip_page(job, source, rows, sink, events, opened);
  }
  const Press& press = *resources.press;
  if (!is_of(press, job))
    return about_page(source, Error{"its press was opened for a job that names other files", ErrorCode::bad_setting});
  // The files' stamps are noted before anything is read. So if a file changes meanwhile, the stamp differs.
  MadeWith noted = job.plates.manifest ? made_with(job, press.files, source) : MadeWith();
  const bool for_gpu = MakerWish{.backend = job.backend, .gpu = resources.gpu}.wants_gpu();
  auto film = upright_film(job, source, rows, for_gpu, events.stop);
  if (!film.ok()) return film.error();
  return PageRun(job, press, source, *std::move(film), sink, events, resources, std::move(noted)).run();
}

}  // namespace platerip::rip
