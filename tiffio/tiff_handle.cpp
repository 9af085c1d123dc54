#include "tiffio/tiff_handle.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

// A directory's own tables are small beside this; what a page needs is counted against its reader's memory.
constexpr std::size_t directory_memory = std::size_t{64} << 20;

constexpr std::string_view save_again = "save the page again as TIFF";

bool looks_like_tiff(const InputFile& file) {
  std::array<std::byte, 4> head{};
  if (file.read_some(0, head.data(), 4) != 4) return false;
  const auto is = [&head](char a, char b, int c, int d) {
    return head == std::array{std::byte(a), std::byte(b), std::byte(c), std::byte(d)};
  };
  return is('I', 'I', 42, 0) || is('I', 'I', 43, 0) || is('M', 'M', 0, 42) || is('M', 'M', 0, 43);
}

bool is_page(TIFF* tiff) {
  std::uint32_t type = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &type);
  return (type & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

}  // namespace

tmsize_t TiffHandle::read(thandle_t handle, void* out, tmsize_t bytes) {
  auto& client = *static_cast<Client*>(handle);
  if (client.position > static_cast<std::uint64_t>(client.file->size())) return 0;
  const std::int64_t got =
      client.file->read_some(static_cast<std::int64_t>(client.position), static_cast<std::byte*>(out), bytes);
  if (got > 0) client.position += static_cast<std::uint64_t>(got);
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

Result<TiffHandle> TiffHandle::open_client(std::shared_ptr<const InputFile> file, const char* mode,
                                           std::size_t memory) {
  if (file->size() == 0) return file_error(file->path(), "is empty", save_again);
  if (!looks_like_tiff(*file)) return file_error(file->path(), "is not a TIFF", save_again);

  TiffHandle handle;
  handle.client_ = std::make_unique<Client>();
  handle.client_->file = std::move(file);
  const OpenOptionsPtr options = make_open_options(handle.messages(), memory);
  // No map procedures: pages mapped from the file would count as memory that the reader takes.
  handle.tiff_.reset(TIFFClientOpenExt(handle.file().path().c_str(), mode, handle.client_.get(), read, write, seek,
                                       close, size, nullptr, nullptr, options.get()));
  if (!handle.tiff_) return handle.error("cannot be read as a TIFF", save_again);
  return handle;
}

Result<TiffHandle> TiffHandle::open(std::shared_ptr<const InputFile> file, std::uint64_t directory,
                                    std::size_t memory) {
  // h: the header only, as the directory is known. c: a large strip stays one, libtiff would show it as many small
  // ones.
  Result<TiffHandle> handle = open_client(std::move(file), "rhmc", std::max(memory, std::size_t{1} << 20));
  if (!handle.ok()) return handle;
  if (TIFFSetSubDirectory(handle->get(), directory) == 0) {
    return handle->error("its directory cannot be read", save_again);
  }
  return handle;
}

Error TiffHandle::error(const std::string& wrong, std::string_view remedy) const {
  std::string said = messages().first();
  // libtiff often begins with the name that the message will begin with anyway.
  const std::string name = printable(file().path()) + ": ";
  if (said.rfind(name, 0) == 0) said.erase(0, name.size());
  while (!said.empty() && (said.back() == '.' || said.back() == ';')) said.pop_back();
  return file_error(file().path(), said.empty() ? wrong : wrong + " (" + said + ")", remedy);
}

Result<std::vector<std::uint64_t>> page_directories(const std::shared_ptr<const InputFile>& file, std::size_t limit) {
  // D: the tables of strip offsets stay on the disk, only the way from directory to directory is wanted.
  Result<TiffHandle> handle = TiffHandle::open_client(file, "rDmc", directory_memory);
  if (!handle.ok()) return handle.error();
  TIFF* tiff = handle->get();

  std::vector<std::uint64_t> directories;
  bool more = true;
  while (more) {
    if (is_page(tiff)) directories.push_back(TIFFCurrentDirOffset(tiff));
    if (directories.size() == limit) return directories;
    more = TIFFLastDirectory(tiff) == 0;
    if (more) handle->messages().clear();
    const bool read = !more || TIFFReadDirectory(tiff) != 0;
    // libtiff may take a circle for the end of the chain and only warn.
    if (handle->messages().mention("IFD loop")) {
      return handle->error("its chain of directories runs in a circle", save_again);
    }
    if (!read) return handle->error("the directory of its next page cannot be read", save_again);
  }
  if (directories.empty()) {
    return file_error(file->path(), "holds thumbnails or masks but no page", save_again);
  }
  return directories;
}

}  // namespace platerip::tiffio
