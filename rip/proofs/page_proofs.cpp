#include "rip/proofs/page_proofs.h"

#include <filesystem>
#include <span>
#include <utility>

#include "rip/pages/other_formats.h"
#include "rip/proofs/plate_colors.h"
#include "rip/proofs/report/html/report.h"
#include "rip/proofs/report_facts.h"

namespace platerip::rip {

std::vector<std::string> proof_files(const Job& job) {
  std::vector<std::string> files;
  for (const auto& file : {job.preview, job.report.file, job.ppf}) {
    if (file) files.push_back(*file);
  }
  return files;
}

void number_proofs(Job& job, std::size_t place, std::size_t pages) {
  if (pages == 1) return;
  for (auto* const file : {&job.preview, &job.report.file, &job.ppf}) {
    if (!*file) continue;
    const std::filesystem::path path(**file);
    const std::string name = path.stem().string() + "-" + std::to_string(place + 1) + path.extension().string();
    *file = (path.parent_path() / name).string();
  }
}

std::int64_t proof_bytes(const ProofedPage& page) {
  std::int64_t bytes = 0;
  if (page.job.preview) bytes += Preview::memory_bytes(page.pictured(), page.press ? page.press->channels() : 0);
  if (page.job.report.file) bytes += Survey::memory_bytes(page, page.job.report);
  if (page.job.ppf && page.plan.resolution.is_known()) bytes += InkPreview::memory_bytes(page);
  return bytes;
}

std::int64_t proof_writing_bytes(const ProofedPage& page) {
  return page.job.report.file ? Survey::writing_bytes(page) : 0;
}

std::optional<ToneSettings> wanted_tones(const ProofedPage& page) {
  if (!page.job.report.file) return {};
  return Survey::wanted_tones(page);
}

std::shared_ptr<const WantedSums> wanted_sums(const ProofedPage& page) {
  WantedSums wanted;
  if (page.job.preview) Preview::add_boxes(page.pictured(), wanted);
  if (page.job.report.file) Survey::add_boxes(page, wanted);
  if (page.job.ppf && page.plan.resolution.is_known()) InkPreview::add_boxes(page, wanted);
  return wanted.all().empty() ? nullptr : std::make_shared<const WantedSums>(std::move(wanted));
}

Status PageProofs::open_file(const std::string& path, std::vector<OutputFile>& files) {
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  files.push_back(*std::move(file));
  ++count_;
  return {};
}

Status PageProofs::open(const ProofedPage& page, std::vector<OutputFile>& files) {
  if (page.job.ppf && !page.plan.resolution.is_known()) {
    const Advice advice{Advice::Action::give, "resolution", "DPI"};
    return Error{page_label(page.plan.source) + ": has no resolution, which an ink preview needs",
                 ErrorCode::bad_input,
                 {advice},
                 "ppf"};
  }
  page_ = &page;
  for (const std::string& path : proof_files(page.job)) {
    if (const Status status = open_file(path, files); !status.ok()) return status;
  }
  if (page.job.preview) preview_file_ = files[files.size() - count_].opened();
  if (page.job.ppf) ink_preview_.emplace(page, files.back().opened());
  return {};
}

// The colours of inks take milliseconds, in which a GPU is already at work on the next strips.
void PageProofs::begin() {
  const ProofedPage& page = *std::exchange(page_, nullptr);
  if (page.job.preview) {
    InkColors colors = page.colors();
    PreviewFacts facts{page.plan.resolution, color_note(page, colors)};
    preview_.emplace(page.pictured(), std::move(colors), page.plan.orientation, std::move(facts), preview_file_);
  }
  if (page.job.report.file) survey_.emplace(page, page.job.report);
}

void PageProofs::add(const StripInFlight& strip) {
  if (page_ != nullptr) begin();
  if (preview_) preview_->add(strip.plates, strip.plate_rows, strip.sums_of_plates());
  if (survey_) survey_->add(strip);
}

Status PageProofs::write(const ProofedPage& page, const PageReport& report, std::span<const OutputFile> files) {
  if (page_ != nullptr) begin();
  const OutputFile* file = files.data();
  if (preview_) {
    if (const Status status = preview_->write(); !status.ok()) return status;
    ++file;
  }
  if (survey_) {
    survey_->finish();
    for (const std::string& html : report_html(report_facts(page, report, *survey_), *survey_))
      if (const Status status = file->write(std::as_bytes(std::span(html))); !status.ok()) return status;
    ++file;
  }
  return ink_preview_ ? ink_preview_->write() : Status();
}

void PageProofs::warn(const ProofedPage& page, std::vector<Remark>& warnings) const {
  if (!preview_ && !survey_) return;
  for (const std::string& ink : inks_of_useless_color(page, preview_ ? preview_->colors() : survey_->colors()))
    warnings.push_back({"ink-color has no effect on " + ink + ", which looks as the press profile says"});
  if (!preview_) return;
  for (const std::string& ink : inks_of_assumed_color(page, preview_->colors()))
    warnings.push_back({"no profile tells the colour of " + ink + ", so the preview shows an assumed one",
                        {{Advice::Action::give, "ink-color", in_shell(ink + "=#RRGGBB")}}});
}

}  // namespace platerip::rip
