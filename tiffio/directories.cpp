#include "tiffio/directories.h"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <string>
#include <system_error>
#include <unordered_set>
#include <vector>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::string_view save_file_again = "save the file again as TIFF";

// More tags than any page has.
constexpr std::uint64_t most_tags = 4096;

// Limits on the chain of directories, in number and in bytes, so that a hostile file cannot take endless time.
constexpr std::size_t most_directories = 1 << 18;
constexpr std::uint64_t most_directory_bytes = std::uint64_t{4} << 30;

// The greatest size of a value. A sparse file may claim any size, and sums of sizes must not overflow.
constexpr std::uint64_t more_than_any_memory = std::uint64_t{1} << 48;

constexpr std::array<std::uint16_t, 36> tags_read = {TIFFTAG_IMAGEWIDTH,
                                                     TIFFTAG_IMAGELENGTH,
                                                     TIFFTAG_BITSPERSAMPLE,
                                                     TIFFTAG_COMPRESSION,
                                                     TIFFTAG_PHOTOMETRIC,
                                                     TIFFTAG_FILLORDER,
                                                     TIFFTAG_STRIPOFFSETS,
                                                     TIFFTAG_ORIENTATION,
                                                     TIFFTAG_SAMPLESPERPIXEL,
                                                     TIFFTAG_ROWSPERSTRIP,
                                                     TIFFTAG_STRIPBYTECOUNTS,
                                                     TIFFTAG_PLANARCONFIG,
                                                     TIFFTAG_PREDICTOR,
                                                     TIFFTAG_COLORMAP,
                                                     TIFFTAG_TILEWIDTH,
                                                     TIFFTAG_TILELENGTH,
                                                     TIFFTAG_TILEOFFSETS,
                                                     TIFFTAG_TILEBYTECOUNTS,
                                                     TIFFTAG_EXTRASAMPLES,
                                                     TIFFTAG_SAMPLEFORMAT,
                                                     TIFFTAG_JPEGTABLES,
                                                     TIFFTAG_YCBCRSUBSAMPLING,
                                                     TIFFTAG_ICCPROFILE,
                                                     TIFFTAG_GROUP3OPTIONS,
                                                     TIFFTAG_GROUP4OPTIONS,
                                                     TIFFTAG_YCBCRCOEFFICIENTS,
                                                     TIFFTAG_REFERENCEBLACKWHITE,
                                                     TIFFTAG_JPEGPROC,
                                                     TIFFTAG_JPEGIFOFFSET,
                                                     TIFFTAG_JPEGIFBYTECOUNT,
                                                     TIFFTAG_JPEGRESTARTINTERVAL,
                                                     TIFFTAG_JPEGQTABLES,
                                                     TIFFTAG_JPEGDCTABLES,
                                                     TIFFTAG_JPEGACTABLES,
                                                     TIFFTAG_DECODE,
                                                     TIFFTAG_SOFTWARE};

// The program's name is only compared with our own.
constexpr std::uint64_t most_software_bytes = 256;

// Old tags that libtiff translates to ExtraSamples and SampleFormat, and tags that mark a volume.
constexpr std::array<std::uint16_t, 4> old_tags_read = {TIFFTAG_MATTEING, TIFFTAG_DATATYPE, TIFFTAG_IMAGEDEPTH,
                                                        TIFFTAG_TILEDEPTH};

bool is_read(std::uint64_t tag) {
  const auto holds = [tag](const auto& tags) { return std::find(tags.begin(), tags.end(), tag) != tags.end(); };
  return holds(tags_read) || holds(old_tags_read);
}

/// How numbers are stored in the file.
struct Format {
  bool big_endian = false;
  bool big = false;  ///< a BigTIFF

  [[nodiscard]] std::size_t count_bytes() const { return big ? 8 : 2; }
  [[nodiscard]] std::size_t pointer_bytes() const { return big ? 8 : 4; }
  [[nodiscard]] std::size_t entry_bytes() const { return 4 + 2 * pointer_bytes(); }

  [[nodiscard]] std::uint64_t number(const std::byte* from, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value = value << 8 | std::to_integer<std::uint64_t>(from[big_endian ? i : bytes - 1 - i]);
    }
    return value;
  }

  void append(std::vector<std::byte>& out, std::uint64_t value, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes; ++i) {
      out.push_back(static_cast<std::byte>(value >> 8 * (big_endian ? bytes - 1 - i : i)));
    }
  }
};

struct Header {
  Format format;
  std::uint64_t first = 0;  ///< the offset of the first directory
};

Error cannot_read(const InputFile& file) {
  return file_error(file.name(), "cannot be read: " + std::generic_category().message(errno), "check the disk",
                    ErrorCode::unreadable);
}

Result<Header> read_header(const InputFile& file) {
  if (file.size() == 0) return file_error(file.name(), "is empty", save_file_again);
  std::array<std::byte, 16> head{};
  if (file.read_some(0, head.data(), head.size()) < 0) return cannot_read(file);
  Header header;
  const bool little_endian = head[0] == std::byte{'I'} && head[1] == std::byte{'I'};
  header.format.big_endian = head[0] == std::byte{'M'} && head[1] == std::byte{'M'};
  const std::uint64_t version = header.format.number(&head[2], 2);
  header.format.big = version == TIFF_VERSION_BIG;
  if ((!little_endian && !header.format.big_endian) || (!header.format.big && version != TIFF_VERSION_CLASSIC)) {
    return file_error(file.name(), "is not a TIFF", save_file_again);
  }
  header.first = header.format.number(&head[header.format.pointer_bytes()], header.format.pointer_bytes());
  return header;
}

/// One tag of a directory.
struct Entry {
  std::uint64_t tag = 0;
  std::uint64_t type = 0;
  std::uint64_t count = 0;
  std::uint64_t value = 0;  ///< the first value, if it is an integer stored in the entry itself
  std::uint64_t place = 0;  ///< the offset of the values, if they are not stored in the entry

  Entry(const Format& format, const std::byte* from)
      : tag(format.number(from, 2)),
        type(format.number(from + 2, 2)),
        count(format.number(from + 4, format.pointer_bytes())) {
    const std::byte* const values = from + 4 + format.pointer_bytes();
    value = format.number(values, std::min(format.pointer_bytes(), value_bytes()));
    place = format.number(values, format.pointer_bytes());
  }

  [[nodiscard]] std::size_t value_bytes() const {
    return type > TIFF_IFD8 ? 0 : static_cast<std::size_t>(TIFFDataWidth(static_cast<TIFFDataType>(type)));
  }

  /// The most memory that libtiff takes: the values as stored, as far as the file holds them, and a copy in which each
  /// number has 8 bytes.
  [[nodiscard]] std::uint64_t memory(std::uint64_t file_bytes) const {
    if (value_bytes() == 0) return 0;
    const std::uint64_t held = std::min({count, file_bytes / value_bytes(), more_than_any_memory});
    const bool is_text = tag == TIFFTAG_ICCPROFILE || tag == TIFFTAG_JPEGTABLES || tag == TIFFTAG_SOFTWARE;
    return held * (value_bytes() + (is_text ? value_bytes() : sizeof(std::uint64_t)));
  }

  /// `offset`: that of the entry.
  [[nodiscard]] HiddenTag hidden(const Format& format, std::uint64_t offset) const {
    const std::uint64_t bytes = std::min(count, more_than_any_memory) * value_bytes();
    const bool is_near = bytes <= format.pointer_bytes();
    return {type, count, is_near ? offset + 4 + format.pointer_bytes() : place, bytes};
  }

  /// Whether this tag marks its directory as something other than a page.
  [[nodiscard]] bool denies_page() const {
    if (tag == TIFFTAG_SUBFILETYPE) return (value & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
    return tag == TIFFTAG_OSUBFILETYPE && value == OFILETYPE_REDUCEDIMAGE;
  }
};

Error no_directory(const InputFile& file, std::uint64_t offset, const std::string& wrong) {
  return file_error(file.name(), "its directory at byte " + std::to_string(offset) + " " + wrong, save_file_again);
}

/// Reads the entries of the directory at `offset` and the pointer after them, as far as the file holds them.
Result<std::vector<std::byte>> load_directory(const InputFile& file, const Format& format, std::uint64_t offset) {
  const auto read = [&file](std::uint64_t at, std::vector<std::byte>& out) {
    return file.read_some(static_cast<std::int64_t>(at), out.data(), static_cast<std::int64_t>(out.size()));
  };
  std::vector<std::byte> count_field(format.count_bytes());
  if (offset == 0 || offset > static_cast<std::uint64_t>(file.size()) ||
      read(offset, count_field) != static_cast<std::int64_t>(count_field.size())) {
    return no_directory(file, offset, "is not in the file");
  }
  const std::uint64_t count = format.number(count_field.data(), count_field.size());
  if (count == 0 || count > most_tags) {
    return no_directory(file, offset, "has an impossible number of tags (" + std::to_string(count) + ")");
  }
  const std::size_t entries = count * format.entry_bytes();
  std::vector<std::byte> bytes(entries + format.pointer_bytes());
  const std::int64_t held = read(offset + count_field.size(), bytes);
  if (held < 0) return cannot_read(file);
  if (held < static_cast<std::int64_t>(entries)) return no_directory(file, offset, "is cut off");
  if (held < static_cast<std::int64_t>(bytes.size())) std::fill(bytes.begin() + held, bytes.end(), std::byte{0});
  return bytes;
}

std::string pages_read(std::size_t count) {
  return count == 1 ? " (only page 1 is read)" : " (only pages 1 to " + std::to_string(count) + " are read)";
}

/// The place in `directory` for a tag that is hidden from libtiff; null for other tags.
HiddenTag* place_for(std::uint64_t tag, Directory& directory) {
  switch (tag) {
    case TIFFTAG_PHOTOSHOP:
      return &directory.photoshop;
    case TIFFTAG_XRESOLUTION:
      return &directory.x_resolution;
    case TIFFTAG_YRESOLUTION:
      return &directory.y_resolution;
    case TIFFTAG_RESOLUTIONUNIT:
      return &directory.resolution_unit;
    case TIFFTAG_INKSET:
      return &directory.ink_set;
    case TIFFTAG_NUMBEROFINKS:
      return &directory.number_of_inks;
    case TIFFTAG_INKNAMES:
      return &directory.ink_names;
    case TIFFTAG_IMAGEDESCRIPTION:
      return &directory.image_description;
    default:
      return nullptr;
  }
}

Result<Directory> parse_directory(const InputFile& file, const Format& format, std::uint64_t offset) {
  const auto loaded = load_directory(file, format, offset);
  if (!loaded.ok()) return loaded.error();
  const std::byte* const end = loaded->data() + loaded->size() - format.pointer_bytes();

  Directory directory;
  directory.offset = offset;
  directory.big_endian = format.big_endian;
  directory.bytes_in_file = loaded->size();
  directory.next = format.number(end, format.pointer_bytes());
  std::vector<std::uint64_t> tags;
  std::vector<std::byte> entries;
  for (const std::byte* at = loaded->data(); at != end; at += format.entry_bytes()) {
    const Entry entry(format, at);
    if (entry.denies_page()) directory.is_page = false;
    if (entry.tag == TIFFTAG_PHOTOMETRIC) directory.photometric = entry.value;
    if (entry.tag == TIFFTAG_EXTRASAMPLES) directory.extra_samples = entry.count;
    if (HiddenTag* const hidden = place_for(entry.tag, directory); hidden != nullptr && hidden->count == 0)
      *hidden = entry.hidden(format, offset + format.count_bytes() + static_cast<std::uint64_t>(at - loaded->data()));
    if (entry.tag == TIFFTAG_SOFTWARE && entry.count > most_software_bytes) continue;
    if (!is_read(entry.tag) || std::find(tags.begin(), tags.end(), entry.tag) != tags.end()) continue;
    tags.push_back(entry.tag);
    entries.insert(entries.end(), at, at + format.entry_bytes());
    directory.tag_memory += entry.memory(static_cast<std::uint64_t>(file.size()));
  }
  format.append(directory.bytes, tags.size(), format.count_bytes());
  directory.bytes.insert(directory.bytes.end(), entries.begin(), entries.end());
  format.append(directory.bytes, 0, format.pointer_bytes());
  return directory;
}

/// The offsets where directories were found. Along the chain most offsets rise, so each costs only 8 bytes.
class Places {
 public:
  /// False if this offset was found before.
  bool insert(std::uint64_t offset) {
    if (rising_.empty() || offset > rising_.back()) {
      rising_.push_back(offset);
      return true;
    }
    return !std::binary_search(rising_.begin(), rising_.end(), offset) && others_.insert(offset).second;
  }

  [[nodiscard]] std::size_t size() const { return rising_.size() + others_.size(); }

 private:
  std::vector<std::uint64_t> rising_;
  std::unordered_set<std::uint64_t> others_;
};

}  // namespace

Result<Directory> read_directory(const InputFile& file, std::uint64_t offset) {
  const auto header = read_header(file);
  if (!header.ok()) return header.error();
  return parse_directory(file, header->format, offset);
}

Result<FoundDirectories> find_directories(const InputFile& file) {
  const auto header = read_header(file);
  if (!header.ok()) return header.error();

  FoundDirectories found;
  Places places;
  std::uint64_t bytes = 0;
  std::uint64_t offset = header->first;
  do {
    if (places.size() == most_directories || bytes > most_directory_bytes) {
      found.broken = file_error(file.name(), "has more than " + std::to_string(places.size()) + " directories",
                                "split it into smaller files", ErrorCode::unsupported);
    } else if (!places.insert(offset)) {
      found.broken = file_error(file.name(), "its chain of directories runs in a circle", save_file_again);
    } else if (const auto directory = parse_directory(file, header->format, offset); directory.ok()) {
      if (directory->is_page) found.pages.push_back(offset);
      bytes += directory->bytes_in_file;
      offset = directory->next;
    } else {
      found.broken = directory.error();
    }
  } while (offset != 0 && !found.broken);

  if (found.pages.empty() && found.broken) return *found.broken;
  if (found.broken) found.broken->message += pages_read(found.pages.size());
  if (!found.pages.empty()) return found;
  return file_error(file.name(), "holds thumbnails or masks but no page", save_file_again);
}

}  // namespace platerip::tiffio
