#include "rip/cups/filter.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "rip/cups/document.h"
#include "rip/cups/ignored_options.h"
#include "rip/cups/messages.h"
#include "rip/cups/raster/raster_sink.h"
#include "rip/job/color/color_choice.h"
#include "rip/job/one_line.h"
#include "rip/job/repeated_lines.h"
#include "rip/page/rip_page.h"
#include "rip/pages/placing/gray_rows.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/tiff_sink.h"
#include "rip/resources/stop_signal.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using messages::say;
using profiles::Profile;

constexpr int done = 0;
constexpr int failed = 1;
constexpr unsigned most_copies = 9999;

/// The arguments that cupsd passes to a filter.
struct Call {
  std::string job;
  std::string title;
  int copies = 1;
  const char* options = "";
  const char* file = nullptr;  ///< null: standard input
};

// 0 if `text` is not a number.
int number_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
  return error == std::errc{} && end == text.end() ? number : 0;
}

Call read_call(int argc, const char* const argv[]) {
  Call call{.job = argv[1],
            .title = tiffio::printable(argv[3]),
            .copies = number_of(argv[4]),
            .options = argv[5],
            .file = argc == 7 ? argv[6] : nullptr};
  if (call.title.empty()) call.title = "untitled";
  return call;
}

// Tables are not kept in HOME: for filters, HOME is cupsd's TMPDIR, which is emptied.
std::optional<std::string> cache_of_cups() {
  const char* const caches = std::getenv("CUPS_CACHEDIR");
  if (caches == nullptr || *caches != '/') return std::nullopt;
  return std::string(caches) + "/platerip";
}

// Why a page is not made gray; null if it can be, or is gray already.
const char* why_not_gray(const tiffio::PageInfo& info) {
  if (!info.spots.empty()) return "has spot inks and keeps its inks";
  if (info.model == tiffio::ColorModel::cmyk) return "is CMYK and keeps its inks";
  if (info.model == tiffio::ColorModel::lab) return "is L*a*b* and keeps its colours";
  return nullptr;
}

// Makes an RGB page gray. Returns whether it did.
Result<bool> make_gray(NextPage& page, const Job& job, const Press& press, RepeatedLines& warnings) {
  const tiffio::PageInfo& info = page.rows->info();
  if (const char* const why = why_not_gray(info)) {
    warnings.say(page_label(page.source) + ": " + why + "; only RGB pages are printed in grays.");
    return false;
  }
  if (info.model != tiffio::ColorModel::rgb) return false;
  std::vector<Remark> notes;  // page_profile() makes notes only about gray pages
  const auto profile = page_profile(job, press, page.source, info, notes);
  if (!profile.ok()) return about_page(page.source, profile.error());
  auto gray = gray_rows(std::move(page.rows), *profile, job.intent.value_or(profiles::default_intent),
                        job.black_point_compensation);
  if (!gray.ok()) return about_page(page.source, gray.error());
  page.rows = *std::move(gray);
  return true;
}

// "Gold, White", and how many more there are.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    list += (list.empty() ? "" : ", ") + tiffio::printable(names[i]);
  return names.size() > most ? list + " and " + std::to_string(names.size() - most) + " more" : list;
}

// Whether a page comes as CMYK although the job asks for another press profile than that of the filter before.
bool bypasses_profile(const Document& document, const tiffio::PageInfo& page, const Job& job) {
  return document.is_rendered() && page.model == tiffio::ColorModel::cmyk && job.press_profile && !job.convert_cmyk;
}

// Turns exceptions into errors.
Status guarded(const std::function<Status()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{
        "the machine is out of memory; give the printer less (lpadmin -o memory-default=64 -o threads-default=1)"};
  } catch (const std::exception& error) {
    return Error{std::string("internal error: ") + error.what()};
  }
}

class Filter {
 public:
  Filter(const Call& call, InputStream& input, const OpenPages& open_pages)
      : call_(call),
        input_(input),
        open_pages_(open_pages),
        output_(STDOUT_FILENO, "the next filter", stopped),
        document_(Document::of_job(call.job)) {}

  Status run();

 private:
  Status open_press();
  Status make_sink();
  Status make_pages();
  Status rip_page(NextPage page);
  void say_what_is_lost() const;
  void say_warnings(const PageReport& report);
  Status prepare_sink(const cups_page_header2_t& header);

  const Call& call_;
  InputStream& input_;
  const OpenPages& open_pages_;
  OutputStream output_;
  Document document_;
  std::optional<JobTicket> ticket_;  // once it has been read
  Job job_;
  RunResources resources_;
  std::shared_ptr<const Press> press_of_grays_;  // for RGB pages that were made gray
  bool is_monochrome_ = false;
  bool blackens_grays_ = false;  // if it is
  std::unique_ptr<PrintPages> pages_;
  std::unique_ptr<TiffSink> tiff_;  // either this or raster_ is set
  std::unique_ptr<RasterSink> raster_;
  int pages_done_ = 0;
  RepeatedLines warnings_{[](const std::string& line) { say("WARNING", line); }};
  bool said_resolution_ = false;  // the missing resolution is reported once
  bool said_one_resolution_ = false;

  PlateSink& sink() { return tiff_ ? static_cast<PlateSink&>(*tiff_) : *raster_; }
};

// The page profile of the job was for the RGB pages.
Status Filter::open_press() {
  const auto press = rip::open_press(job_);
  if (!press.ok()) return press.error();
  Press of_grays = **press;
  of_grays.input_profile.reset();
  resources_.press = *press;
  press_of_grays_ = std::make_shared<const Press>(std::move(of_grays));
  return {};
}

Status Filter::make_sink() {
  const auto wants_raster = ticket_->wants_raster(std::getenv("FINAL_CONTENT_TYPE"));
  if (!wants_raster.ok()) return wants_raster.error();
  if (*wants_raster) {
    raster_ = std::make_unique<RasterSink>(job_, output_, ticket_->raster_form());
  } else {
    tiff_ = std::make_unique<TiffSink>(job_.plates, output_);
  }
  return {};
}

// If the output is a raster, the printer makes the copies. A TIFF contains the plates of every copy.
Status Filter::prepare_sink(const cups_page_header2_t& header) {
  if (header.NumCopies > most_copies)
    return Error{"the raster asks for " + std::to_string(header.NumCopies) + " copies; print at most " +
                 std::to_string(most_copies)};
  if (raster_) raster_->set_header(header);
  if (tiff_) tiff_->set_copies(static_cast<int>(std::max(header.NumCopies, 1U)));
  return {};
}

Status Filter::rip_page(NextPage page) {
  ++pages_done_;
  say("INFO", "Making plates of page " + std::to_string(pages_done_) + ".");
  const std::string label = page_label(page.source);
  if (const Status status = ticket_->check_resolution(label, pages_->header()); !status.ok()) return status;
  if (bypasses_profile(document_, page.rows->info(), job_))
    warnings_.say(label + ": its RGB colours, if it has any, were converted before this filter, not to " +
                  *job_.press_profile + "; give ColorModel=RGB to convert all its colours to this profile.");
  if (const Status status = prepare_sink(pages_->header()); !status.ok()) return status;
  Job job = job_;
  RunResources resources = resources_;
  if (is_monochrome_) {
    const auto is_made_gray = make_gray(page, job, *resources.press, warnings_);
    if (!is_made_gray.ok()) return is_made_gray.error();
    if (*is_made_gray) resources.press = press_of_grays_;
    const bool is_gray = page.rows->info().model == tiffio::ColorModel::gray;
    if (is_gray && blackens_grays_) job.keep_black = separation::KeepBlack::k;
  }
  messages::Progress progress;
  const PageEvents events{.progress = [&progress](const PageProgress& now) { progress.update(now); }, .stop = stopped};
  const auto report = rip::rip_page(job, page.source, *page.rows, sink(), events, resources);
  if (!report.ok()) return report.error();
  say("PAGE", std::to_string(pages_done_) + " " + std::to_string(std::max(pages_->header().NumCopies, 1U)));
  say_warnings(*report);
  messages::say_report(*report);
  return {};
}

void Filter::say_warnings(const PageReport& report) {
  for (const Remark& warning : report.warnings)
    warnings_.say(report.page + ": " + one_line(warning, messages::as_print_option));
  if (report.has_one_resolution && !std::exchange(said_one_resolution_, true))
    say("WARNING", report.page + ": " + one_line(one_resolution(), messages::as_print_option));
  if (report.has_resolution || !tiff_ || said_resolution_) return;
  said_resolution_ = true;
  say("WARNING", report.page + ": does not say its resolution, and its plates have none.");
}

void Filter::say_what_is_lost() const {
  const auto option = [this](const std::string& name) { return ticket_->option(name); };
  for (const std::string& line : ticket_->warnings()) say("WARNING", line);
  for (const std::string& line : ignored_options(option, document_.type)) say("WARNING", line);
  const std::vector<std::string> spots = spot_colors(document_);
  if (spots.empty()) return;
  say("WARNING", call_.title + ": its spot colours become process colours: " + some_of(spots) +
                     "; to keep them, separate it with Ghostscript's tiffsep and run platerip on the separations.");
}

Status Filter::run() {
  std::function<JobOptions()> queue;
  if (const char* const printer = std::getenv("PRINTER")) queue = [printer] { return queue_defaults(printer); };
  auto ticket = JobTicket::read(call_.options, std::getenv("PPD"), queue);
  if (!ticket.ok()) return ticket.error();
  ticket_ = *std::move(ticket);
  say_what_is_lost();
  auto job = ticket_->job();
  if (!job.ok()) return job.error();
  job_ = *std::move(job);
  is_monochrome_ = ticket_->is_monochrome();
  resources_.cache = cache_of_cups();
  if (Status status = open_press(); !status.ok()) return status;
  blackens_grays_ = !ticket_->says("keep-black") && has_black(*resources_.press);
  if (Status status = make_sink(); !status.ok()) return status;
  auto pages = open_pages_(input_, job_, *resources_.press, *ticket_, call_.copies);
  if (!pages.ok()) return pages.error();
  pages_ = *std::move(pages);
  const Status made = guarded([this] { return make_pages(); });
  warnings_.end();
  const Status closed = sink().close(made.ok());
  return made.ok() ? closed : made;
}

Status Filter::make_pages() {
  while (auto page = pages_->next()) {
    if (!page->ok()) return page->error();
    if (Status status = rip_page(**std::move(page)); !status.ok()) return status;
  }
  if (pages_done_ > 0) return {};
  if (const std::size_t count = pages_->count(); count > 0)
    return Error{input_.name() + ": page-ranges and page-set select none of its pages, 1 to " + std::to_string(count) +
                 "; choose one"};
  return Error{input_.name() + ": the job has no page; look at the filter before this one"};
}

Status run_call(const Call& call, InputStream& input, const OpenPages& open_pages) {
  if (call.copies < 1 || call.copies > static_cast<int>(most_copies))
    return Error{"copies: must be 1 to " + std::to_string(most_copies)};
  const messages::Working working;
  return guarded([&] { return Filter(call, input, open_pages).run(); });
}

}  // namespace

int run_filter(int argc, const char* const argv[], const OpenPages& open_pages) {
  catch_stop_signals();
  if (argc != 6 && argc != 7) {
    say("ERROR", "usage: " + std::string(argv[0]) + " job user title copies options [file]");
    return failed;
  }
  const Call call = read_call(argc, argv);
  const int file = call.file == nullptr ? STDIN_FILENO : ::open(call.file, O_RDONLY | O_CLOEXEC);  // never closed
  if (file < 0) {
    messages::say_last("ERROR", tiffio::printable(call.file) + ": cannot be opened: " + std::strerror(errno) +
                                    "; print the job again");
    return failed;
  }
  InputStream input(file, call.title, stopped);
  const Status status = run_call(call, input, open_pages);
  if (status.ok()) return done;
  if (stopped()) {
    say("DEBUG", "Stopped by a signal.");
    return failed;
  }
  // If the input is not read to its end, the filter before fails too, and cupsd would show that error instead of ours.
  static_cast<void>(input.skip_rest());
  messages::say_last("ERROR", one_line(status.error(), messages::as_print_option));
  return failed;
}

}  // namespace platerip::rip
