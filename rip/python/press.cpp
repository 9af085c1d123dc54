#include "rip/python/press.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "rip/job/job_options.h"
#include "rip/job/press.h"
#include "rip/page/rip_page.h"
#include "rip/pages/page_files.h"
#include "rip/pages/separations.h"
#include "rip/plates/plate_files.h"
#include "rip/proofs/page_proofs.h"
#include "rip/python/arrays.h"
#include "rip/python/errors.h"
#include "rip/python/opened_job.h"
#include "rip/python/page_array.h"
#include "rip/python/planes_in_memory.h"
#include "rip/python/plates_in_memory.h"
#include "rip/python/remarks.h"
#include "rip/python/waiting.h"

namespace platerip::python {
namespace {

namespace py = pybind11;

/// Called with the rows that are done and all rows, if not None.
using Progress = std::optional<py::function>;

// Options that make files, without a folder for them.
Status check_files(const rip::JobWords& words) {
  constexpr std::array<std::string_view, 5> of_files{"for", "name", "compression", "manifest", "checkpoint"};
  const auto output = words.find("output");
  const bool is_stream = output != words.end() && output->second == std::vector<std::string>{"-"};
  if (is_stream) return Error{"plates become arrays or files; '-' is no folder", ErrorCode::bad_setting, {}, "output"};
  for (const auto& [name, given] : words) {
    if (output == words.end() && std::ranges::find(of_files, name) != of_files.end())
      return Error{"the plates become arrays",
                   ErrorCode::bad_setting,
                   {{Advice::Action::give, "output", "", "for files"}},
                   name};
  }
  return {};
}

OpenedJob opened(const rip::JobWords& words) {
  must(check_files(words));
  auto job = must([&] {
    const py::gil_scoped_release released;
    return open_job(words);
  }());
  if (!job.job.plates.folder) job.job.upright = true;  // arrays do not say how they lie
  return job;
}

rip::PageEvents events_of(const std::atomic<bool>& stop, const Progress& progress) {
  rip::PageEvents events;
  events.stop = [&stop] { return stop.load(); };
  if (progress) {
    events.progress = [&progress](const rip::PageProgress& done) {
      const py::gil_scoped_acquire held;
      (*progress)(done.rows_done, done.rows);
    };
  }
  return events;
}

// An array that owns rows in memory.
py::array array_of(std::unique_ptr<std::byte[]> memory, std::int64_t rows, std::int64_t columns, int bits) {
  std::byte* const first = memory.release();
  const py::capsule owner(first, [](void* bytes) { delete[] static_cast<std::byte*>(bytes); });
  const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)};
  if (bits == 16) return py::array_t<std::uint16_t>(shape, reinterpret_cast<std::uint16_t*>(first), owner);
  return py::array_t<std::uint8_t>(shape, reinterpret_cast<std::uint8_t*>(first), owner);
}

py::dict arrays_of(PlatesInMemory& plates) {
  py::dict arrays;
  for (std::size_t ink = 0; ink < plates.info().inks.size(); ++ink)
    arrays[py::str(plates.info().inks[ink])] =
        array_of(std::move(plates.plates()[ink]), plates.info().height, plates.row_bytes(), 8);
  return arrays;
}

// The fields of platerip.Page, by name. `plates`: null if they are files.
py::dict page_of(const rip::PageReport& report, PlatesInMemory* plates) {
  py::dict files, coverage;
  for (const rip::PlateReport& plate : report.plates) {
    coverage[py::str(plate.ink)] = plate.coverage_percent;
    if (plates == nullptr) files[py::str(plate.ink)] = plate.file;
  }
  std::vector<std::string> warnings = lines_of(report.warnings);
  if (plates == nullptr && !report.has_resolution)
    warnings.emplace_back("does not say its resolution, and its plates have none; give resolution DPI");
  py::dict page;
  page["name"] = report.page;
  page["width"] = report.width;
  page["height"] = report.height;
  page["levels"] = plates == nullptr ? py::object(py::none()) : py::cast(plates->info().levels);
  page["plates"] = plates == nullptr ? py::dict() : arrays_of(*plates);
  page["files"] = files;
  page["coverage"] = coverage;
  page["page_profile"] = report.page_profile;
  page["press_profile"] = report.press_profile;
  page["separation"] = report.separation_backend;
  page["halftone"] = report.halftone_backend;
  page["warnings"] = warnings;
  page["notes"] = lines_of(report.notes);
  page["seconds"] = report.seconds.total;
  return page;
}

// Makes the plates of a page, as arrays unless the job has a folder for them.
py::dict rip_page(const OpenedJob& opened, const rip::PageSource& source, rip::PageRows& rows,
                  const Progress& progress) {
  const rip::Job& job = opened.job;
  rip::PlateFiles files(job.plates);
  PlatesInMemory arrays(job.plates.invert);
  const bool has_folder = job.plates.folder.has_value();
  rip::PlateSink& sink = has_folder ? static_cast<rip::PlateSink&>(files) : arrays;
  const auto report = must(wait_for([&](const std::atomic<bool>& stop) {
    return rip::rip_page(job, source, rows, sink, events_of(stop, progress), opened.resources);
  }));
  return page_of(report, has_folder ? nullptr : &arrays);
}

// The pages of files. Each is made when next() reaches it.
class Pages {
 public:
  Pages(OpenedJob opened, const std::vector<std::string>& files)
      : opened_(std::move(opened)),
        files_(files, rip::reader_memory(opened_.job), opened_.job.threads, rip::read_settings(opened_.job)) {
    opened_.start_gpu(rip::bytes_of_files(files));
    auto kept = std::make_shared<rip::KeptFiles>();  // files that no page may replace
    for (const std::string& page : files)
      for (const std::string& file : rip::files_of(page)) kept->keep(file);
    for (const std::string& file : rip::files_named(opened_.job)) kept->keep(file);
    opened_.resources.kept = std::move(kept);
  }

  [[nodiscard]] std::size_t count() const { return files_.count(); }

  // None after the last page.
  py::object next(const Progress& progress) {
    auto page = [&] {
      const py::gil_scoped_release released;
      return files_.next();
    }();
    if (!page) return py::none();
    const rip::NextPage opened = must(*std::move(page));
    OpenedJob of_page = opened_;
    rip::number_proofs(of_page.job, place_++, files_.count());
    py::dict made = rip_page(of_page, opened.source, *opened.rows, progress);
    keep(made["files"], of_page.job);
    return made;
  }

 private:
  void keep(const py::dict& plates, const rip::Job& job) {
    for (const auto& plate : plates) opened_.resources.kept->keep(py::cast<std::string>(plate.second));
    for (const std::string& file : rip::proof_files(job)) opened_.resources.kept->keep(file);
  }

  OpenedJob opened_;
  rip::PageFiles files_;
  std::size_t place_ = 0;
};

// A job with its files opened. Threads may share it: each page has a copy, made with the GIL held.
class Press {
 public:
  explicit Press(const rip::JobWords& words) : opened_(opened(words)) {}

  [[nodiscard]] const std::vector<std::string>& inks() const { return opened_.resources.press->inks; }

  py::tuple separate(const py::array& array, const PixelMeaning& meaning, const std::string& title) const {
    PageArray rows(array, meaning);
    const OpenedJob of_page = opened_;
    Planes planes = must(wait_for([&](const std::atomic<bool>& stop) {
      return separate_page(of_page, {.path = title}, rows, events_of(stop, std::nullopt));
    }));
    py::list arrays;
    for (auto& samples : planes.samples)
      arrays.append(array_of(std::move(samples), planes.height, planes.width, planes.bits));
    return py::make_tuple(planes.inks, arrays, lines_of(planes.warnings));
  }

  py::dict make(const py::array& array, const PixelMeaning& meaning, const std::string& title,
                const Progress& progress) {
    PageArray rows(array, meaning);
    opened_.start_gpu(static_cast<std::uintmax_t>(array.nbytes()));
    const OpenedJob of_page = opened_;
    return rip_page(of_page, {.path = title}, rows, progress);
  }

  [[nodiscard]] std::unique_ptr<Pages> pages(const std::vector<std::string>& files) const {
    return std::make_unique<Pages>(opened_, files);
  }

 private:
  OpenedJob opened_;
};

}  // namespace

void add_press(py::module_& module) {
  py::class_<PixelMeaning>(module, "PixelMeaning")
      .def(py::init([](std::optional<std::string> model, std::optional<std::string> alpha,
                       std::vector<std::string> spots, const py::bytes& icc) {
        return PixelMeaning{std::move(model), std::move(alpha), std::move(spots), icc};
      }));
  py::class_<Pages>(module, "Pages").def_property_readonly("count", &Pages::count).def("next", &Pages::next);
  py::class_<Press>(module, "Press")
      .def(py::init<const rip::JobWords&>())
      .def_property_readonly("inks", &Press::inks)
      .def("separate", &Press::separate)
      .def("rip", &Press::make)
      .def("pages", &Press::pages);
}

}  // namespace platerip::python
