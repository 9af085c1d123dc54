#include "tiffio/tiff_handle.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::string_view save_page_again = "save the page again as TIFF";

// What libtiff may need in one allocation, whatever the page.
constexpr std::size_t least_allocation = std::size_t{1} << 20;

/// Copies the part of `directory` that lies within the `bytes` bytes at `position` over the bytes read from the file.
void overlay(const Directory& directory, std::uint64_t position, std::byte* out, std::uint64_t bytes) {
  const std::uint64_t begin = std::max(position, directory.offset);
  const std::uint64_t end = std::min(position + bytes, directory.offset + directory.bytes.size());
  if (begin < end)
    std::memcpy(out + (begin - position), directory.bytes.data() + (begin - directory.offset), end - begin);
}

}  // namespace

tmsize_t TiffHandle::read(thandle_t handle, void* out, tmsize_t bytes) {
  auto& client = *static_cast<Client*>(handle);
  if (client.position > static_cast<std::uint64_t>(client.file->size())) return 0;
  auto* const to = static_cast<std::byte*>(out);
  const std::int64_t got = client.file->read_some(static_cast<std::int64_t>(client.position), to, bytes);
  if (got < 0) client.error = errno;
  if (got > 0) {
    overlay(client.directory, client.position, to, static_cast<std::uint64_t>(got));
    client.position += static_cast<std::uint64_t>(got);
  }
  return got;
}

tmsize_t TiffHandle::write(thandle_t, void*, tmsize_t) {
  return -1;
}

toff_t TiffHandle::seek(thandle_t handle, toff_t offset, int whence) {
  auto& client = *static_cast<Client*>(handle);
  const toff_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? client.position : size(handle);
  return client.position = base + offset;
}

int TiffHandle::close(thandle_t) {
  return 0;
}

toff_t TiffHandle::size(thandle_t handle) {
  return static_cast<toff_t>(static_cast<Client*>(handle)->file->size());
}

Result<TiffHandle> TiffHandle::open(std::shared_ptr<const InputFile> file, std::uint64_t offset, std::size_t memory) {
  auto directory = read_directory(*file, offset);
  if (!directory.ok()) return directory.error();
  if (directory->tag_memory > memory) {
    return memory_error(file->name(), "reading its tags takes", directory->tag_memory, memory,
                        "save the page with smaller tables and a smaller profile");
  }
  return open(std::move(file), *std::move(directory), memory);
}

Result<TiffHandle> TiffHandle::open_again() const {
  return open(client_->file, client_->directory, client_->memory);
}

Result<TiffHandle> TiffHandle::open(std::shared_ptr<const InputFile> file, Directory directory, std::size_t memory) {
  const std::uint64_t offset = directory.offset;
  TiffHandle handle;
  handle.client_ = std::make_unique<Client>();
  handle.client_->file = std::move(file);
  handle.client_->directory = std::move(directory);
  handle.client_->memory = memory;
  const OpenOptionsPtr options = make_open_options(handle.messages(), std::max(memory, least_allocation));
  // h: read only the header, as the directory is known. m: do not map the file, whose pages would count as the reader's
  // memory. c: keep large strips instead of splitting them.
  handle.tiff_.reset(TIFFClientOpenExt(handle.file().name().c_str(), "rhmc", handle.client_.get(), read, write, seek,
                                       close, size, nullptr, nullptr, options.get()));
  if (!handle.tiff_) return handle.error("cannot be read as a TIFF", handle.messages().first(), save_page_again);
  if (TIFFSetSubDirectory(handle.get(), offset) == 0) {
    return handle.error("its directory cannot be read", handle.messages().last_error(), save_page_again);
  }
  return handle;
}

Error TiffHandle::error(const std::string& wrong, std::string cause, std::string_view remedy, ErrorCode code) const {
  if (client_->error != 0) {
    return file_error(file().name(), "cannot be read: " + std::generic_category().message(client_->error),
                      "check the disk", ErrorCode::unreadable);
  }
  // libtiff often begins its message with the file's name, which our message already has.
  const std::string name = printable(file().name()) + ": ";
  if (cause.rfind(name, 0) == 0) cause.erase(0, name.size());
  while (!cause.empty() && (cause.back() == '.' || cause.back() == ';')) cause.pop_back();
  return file_error(file().name(), cause.empty() ? wrong : wrong + " (" + cause + ")", remedy, code);
}

}  // namespace platerip::tiffio
