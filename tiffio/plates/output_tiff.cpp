#include "tiffio/plates/output_tiff.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/files.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

std::string_view remedy_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "make room on the disk, or write to another one";
    case EFBIG:
      return "the file is larger than its disk or the limits of this user allow, write elsewhere or raise them";
    default:
      return "check the disk";
  }
}

}  // namespace

tmsize_t OutputTiff::read(thandle_t handle, void* out, tmsize_t bytes) {
  auto& client = *static_cast<Client*>(handle);
  tmsize_t done = 0;
  while (done < bytes && !client.abandoned) {
    const ssize_t got = ::pread(client.descriptor, static_cast<std::byte*>(out) + done,
                                static_cast<std::size_t>(bytes - done), client.position);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += got;
    client.position += got;
  }
  return done;
}

tmsize_t OutputTiff::write(thandle_t handle, void* data, tmsize_t bytes) {
  auto& client = *static_cast<Client*>(handle);
  if (client.abandoned) return -1;
  tmsize_t done = 0;
  if (client.already_written) {
    client.position += bytes;
    done = bytes;
  }
  while (done < bytes) {
    const ssize_t put = ::pwrite(client.descriptor, static_cast<const std::byte*>(data) + done,
                                 static_cast<std::size_t>(bytes - done), client.position);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      if (client.error == 0) client.error = put < 0 ? errno : EIO;
      return -1;
    }
    done += put;
    client.position += put;
  }
  client.end = std::max(client.end, client.position);
  return done;
}

toff_t OutputTiff::seek(thandle_t handle, toff_t offset, int whence) {
  auto& client = *static_cast<Client*>(handle);
  const toff_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? static_cast<toff_t>(client.position) : size(handle);
  client.position = static_cast<std::int64_t>(base + offset);
  return base + offset;
}

int OutputTiff::close(thandle_t) {
  return 0;
}

toff_t OutputTiff::size(thandle_t handle) {
  const auto& client = *static_cast<Client*>(handle);
  if (client.already_written) return static_cast<toff_t>(client.end);
  struct stat status {};
  return ::fstat(client.descriptor, &status) == 0 ? static_cast<toff_t>(status.st_size) : 0;
}

Result<OutputTiff> OutputTiff::open(int descriptor, const std::string& name, bool big) {
  OutputTiff output;
  output.client_ = std::make_unique<Client>();
  output.client_->descriptor = descriptor;
  output.client_->name = name;
  const OpenOptionsPtr options = make_open_options(output.client_->messages, 0);
  output.tiff_.reset(TIFFClientOpenExt(name.c_str(), big ? "w8lm" : "w4lm", output.client_.get(), read, write, seek,
                                       close, size, nullptr, nullptr, options.get()));
  if (!output.tiff_) return output.write_error();
  return output;
}

OutputTiff::~OutputTiff() {
  // Closing a handle writes what it still buffers, perhaps to a descriptor that has been reused for another file.
  if (client_) client_->abandoned = true;
}

Error OutputTiff::write_error() const {
  const int error = client_->error;
  const std::string why = error != 0 ? std::generic_category().message(error) : client_->messages.first();
  return file_error(client_->name, "cannot write: " + why, remedy_for(error), kind_of(error));
}

}  // namespace platerip::tiffio
