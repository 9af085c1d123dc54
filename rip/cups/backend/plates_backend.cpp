// plates: the CUPS backend that keeps each job's plates in a folder of its own.
#include <cups/backend.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/unicode/names.h"
#include "rip/cups/backend/job_folder.h"
#include "rip/cups/backend/plates_owner.h"
#include "rip/cups/backend/plates_uri.h"
#include "rip/cups/messages.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_stem.h"
#include "rip/plates/plate_names.h"
#include "rip/resources/spool.h"
#include "rip/resources/stop_signal.h"
#include "tiffio/plates/plate_reader.h"
#include "tiffio/plates/plate_writer.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using messages::say;
using tiffio::PlateReader;
using tiffio::StreamedPlate;

constexpr std::size_t longest_name = 64;

/// Why a job's plates cannot be stored, and what cupsd is to do about it: CUPS_BACKEND_STOP stops the queue until its
/// owner has repaired it, CUPS_BACKEND_HOLD holds only this job.
struct Trouble {
  cups_backend_t exit = CUPS_BACKEND_STOP;
  Error error;
  const char* kind = "ERROR";
};

/// The folder that receives a queue's jobs.
struct Queue {
  std::string path;
  Descriptor folder;
  Rights rights;
  PlateSettings plates;  // their names
};

// A folder name made from the job's title, which is often a file name: without its extension, and with safe characters
// of ASCII.
std::string name_of(const std::string& title) {
  std::string name = page_stem(unicode::safe_in_file_names(title, unicode::Letters::ascii));
  name.erase(0, std::min(name.find_first_not_of("._-"), name.size()));
  name.resize(std::min(name.size(), longest_name));
  return name.empty() ? "untitled" : name;
}

// Opens the folder that `device` names, and makes this process run as the owner of the plates.
Result<Queue> open_queue(const std::string& device) {
  const auto uri = PlatesUri::read(device);
  if (!uri.ok()) return uri.error();
  auto folder = open_folder(uri->folder);
  if (!folder.ok()) return folder.error();
  const auto owner = PlatesOwner::find(*uri, *folder);
  if (!owner.ok()) return owner.error();
  if (const Status status = owner->become(); !status.ok()) return status.error();
  return Queue{uri->folder, *std::move(folder), {owner->group, uri->mode}, {.name = uri->name}};
}

Status fill(Spool& spool, InputStream& input) {
  std::vector<std::byte> piece(std::size_t{1} << 20);
  for (;;) {
    const auto got = input.read(piece.data(), piece.size());
    if (!got.ok()) return got.error();
    if (*got == 0) return {};
    if (const Status status = spool.append(std::span(piece).first(*got)); !status.ok()) return status;
  }
}

// Whether this is what a failed filter leaves: nothing, or the beginning of a plate stream, which is a BigTIFF.
bool is_cut_off(int descriptor) {
  std::array<char, 4> first{};
  const ssize_t got = ::pread(descriptor, first.data(), first.size(), 0);
  return got == 0 || std::memcmp(first.data(), "II+\0", first.size()) == 0;
}

// An error of the reader is the job's fault; an error of the disk is the queue's. They must not be confused.
std::optional<Trouble> deliver_plate(PlateReader& reader, const StreamedPlate& plate, const std::string& name,
                                     JobFolder& folder) {
  Status read;
  const Status made = folder.make_file(name, [&](int descriptor) -> Status {
    auto writer = tiffio::PlateWriter::open(descriptor, name, plate.info);
    if (!writer.ok()) return writer.error();
    Status written;
    read = reader.read(plate, [&](std::int64_t rows, const std::byte* data, std::ptrdiff_t stride) {
      written = stopped() ? Status(Error{name + ": stopped", ErrorCode::stopped}) : writer->write(rows, data, stride);
      return written;
    });
    return read.ok() ? writer->finish() : written;
  });
  if (!made.ok()) return Trouble{CUPS_BACKEND_STOP, made.error()};
  if (!read.ok()) return Trouble{CUPS_BACKEND_HOLD, read.error()};
  return std::nullopt;
}

std::optional<Trouble> deliver_page(PlateReader& reader, std::span<const StreamedPlate> plates, const PageSource& page,
                                    const PlateSettings& settings, JobFolder& folder) {
  std::vector<std::string> inks;
  for (const StreamedPlate& plate : plates) inks.push_back(plate.info.ink);
  const auto names = plate_paths(page, settings, inks);
  if (!names.ok()) return Trouble{CUPS_BACKEND_HOLD, names.error()};
  for (std::size_t i = 0; i < plates.size(); ++i) {
    if (auto trouble = deliver_plate(reader, plates[i], (*names)[i], folder)) return trouble;
  }
  return std::nullopt;
}

std::optional<Trouble> deliver(PlateReader reader, const Queue& queue, const std::string& job,
                               const std::string& document) {
  auto folder = JobFolder::create(queue.folder, queue.path, job + "-" + document, queue.rights);
  if (!folder.ok()) return Trouble{CUPS_BACKEND_STOP, folder.error()};
  const std::span plates(reader.plates());
  const int pages = plates.back().page + 1;
  for (std::size_t begin = 0; begin < plates.size();) {
    const int page = plates[begin].page;
    std::size_t end = begin;
    while (end < plates.size() && plates[end].page == page) ++end;
    if (auto trouble = deliver_page(reader, plates.subspan(begin, end - begin), {document + ".tif", page, pages},
                                    queue.plates, *folder))
      return trouble;
    begin = end;
  }
  const auto path = folder->commit();
  if (!path.ok()) return Trouble{CUPS_BACKEND_STOP, path.error()};
  say("INFO", "The plates are in " + *path + ".");
  return std::nullopt;
}

/// The arguments that cupsd passes to a backend.
struct Call {
  std::string device;
  std::string job;
  std::string title;
  const char* file = nullptr;  ///< null: standard input
};

std::optional<Trouble> deliver_file(const Queue& queue, const Call& call, int descriptor) {
  auto reader = PlateReader::open(descriptor, tiffio::printable(call.title));
  if (reader.ok()) return deliver(*std::move(reader), queue, call.job, name_of(call.title));
  const std::string& wrong = reader.error().message;
  // The failed filter has already said why, and cupsd must go on showing its message. So this one goes to the log.
  if (call.file == nullptr && is_cut_off(descriptor))
    return Trouble{CUPS_BACKEND_HOLD, Error{"The filter before this backend ended too early."}, "DEBUG"};
  return Trouble{CUPS_BACKEND_HOLD,
                 Error{wrong + ", or print the page itself on a queue with the PPD Platerip CMYK Plate Setter"}};
}

// Opens the file first, while this process is still root: only root may read it.
std::optional<Trouble> run_file(const Call& call) {
  const Descriptor file(::open(call.file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (file < 0)
    return Trouble{CUPS_BACKEND_HOLD, Error{tiffio::printable(call.file) +
                                            ": cannot be opened: " + std::strerror(errno) + "; print the job again"}};
  const auto queue = open_queue(call.device);
  if (!queue.ok()) return Trouble{CUPS_BACKEND_STOP, queue.error()};
  return deliver_file(*queue, call, file);
}

std::optional<Trouble> run_pipe(const Call& call, InputStream& input) {
  auto spool = Spool::create(tiffio::printable(call.title));
  if (!spool.ok()) return Trouble{CUPS_BACKEND_STOP, spool.error()};
  const auto queue = open_queue(call.device);
  if (!queue.ok()) return Trouble{CUPS_BACKEND_STOP, queue.error()};
  if (const Status status = fill(*spool, input); !status.ok()) return Trouble{CUPS_BACKEND_STOP, status.error()};
  return deliver_file(*queue, call, spool->fd());
}

std::optional<Trouble> run_guarded(const Call& call, InputStream& input) {
  try {
    return call.file == nullptr ? run_pipe(call, input) : run_file(call);
  } catch (const std::exception& error) {
    return Trouble{CUPS_BACKEND_HOLD, Error{std::string("internal error: ") + error.what()}};
  }
}

int run(const Call& call) {
  InputStream input(STDIN_FILENO, tiffio::printable(call.title), stopped);
  const auto trouble = run_guarded(call, input);
  if (!trouble) return CUPS_BACKEND_OK;
  if (stopped()) {
    say("DEBUG", "Stopped by a signal.");
    return CUPS_BACKEND_CANCEL;
  }
  // If the input is not read to its end, the filter before reports a broken pipe, which would replace our message.
  if (call.file == nullptr) static_cast<void>(input.skip_rest());
  messages::say_last(trouble->kind, trouble->error.message);
  return trouble->exit;
}

}  // namespace
}  // namespace platerip::rip

int main(int argc, char* argv[]) {
  using namespace platerip::rip;
  if (argc == 1) {
    std::puts("file plates \"Unknown\" \"Folder of printing plates\"");
    return CUPS_BACKEND_OK;
  }
  if (argc != 6 && argc != 7) {
    messages::say("ERROR", "usage: plates job user title copies options [file]");
    return CUPS_BACKEND_STOP;
  }
  catch_stop_signals();
  const char* const device = std::getenv("DEVICE_URI");
  return run({.device = device == nullptr ? argv[0] : device,
              .job = platerip::unicode::safe_in_file_names(argv[1], platerip::unicode::Letters::ascii),
              .title = argv[3],
              .file = argc == 7 ? argv[6] : nullptr});
}
