#include "rip/proofs/deflate.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>

namespace platerip::rip {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Of the levels of ISA-L, 1 makes the smallest pictures.
void add_with_matches(std::span<const std::uint8_t> bytes, bool is_last, Bytes& out) {
  constexpr std::uint32_t memory_bytes = ISAL_DEF_LVL1_SMALL;
  const auto memory = std::make_unique<std::uint8_t[]>(memory_bytes);  // zeros: ISA-L reads what it has not written
  isal_zstream stream{};
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = memory.get();
  stream.level_buf_size = memory_bytes;
  stream.flush = SYNC_FLUSH;
  stream.end_of_stream = is_last ? 1 : 0;
  stream.next_in = const_cast<std::uint8_t*>(bytes.data());  // which only reads them
  stream.avail_in = static_cast<std::uint32_t>(bytes.size());
  std::size_t used = out.size();
  do {
    out.resize(out.size() + bytes.size() + 64);
    stream.next_out = out.data() + used;
    stream.avail_out = static_cast<std::uint32_t>(out.size() - used);
    isal_deflate(&stream);  // fails only if it is used wrongly
    used = out.size() - stream.avail_out;
  } while (stream.avail_out == 0);
  out.resize(used);
}

constexpr std::size_t end_of_block = 256;

using Counts = std::array<std::uint32_t, end_of_block + 1>;

Counts counts_of(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t ways = 4;  // neighbours are often equal and would wait for each other
  std::array<Counts, ways> counts{};
  std::size_t at = 0;
  for (; at + ways <= bytes.size(); at += ways)
    for (std::size_t i = 0; i < ways; ++i) ++counts[i][bytes[at + i]];
  for (; at < bytes.size(); ++at) ++counts[0][bytes[at]];
  for (std::size_t i = 1; i < ways; ++i)
    for (std::size_t byte = 0; byte < end_of_block; ++byte) counts[0][byte] += counts[i][byte];
  counts[0][end_of_block] = 1;
  return counts[0];
}

// Writes codes from the lowest bit up. The caller sees to the room, and that there are 8 bytes more.
class BitWriter {
 public:
  explicit BitWriter(std::uint8_t* out) : out_(out) {}

  // At most 56 bits until the next store().
  void add(std::uint64_t code, unsigned bits) {
    word_ |= code << bits_;
    bits_ += bits;
  }

  void store() {
    const std::uint64_t word = std::endian::native == std::endian::little ? word_ : __builtin_bswap64(word_);
    std::memcpy(out_, &word, sizeof word);
    out_ += bits_ / 8;
    word_ >>= bits_ / 8 * 8;
    bits_ %= 8;
  }

  void fill_byte() {
    bits_ = (bits_ + 7) / 8 * 8;
    store();
  }

  [[nodiscard]] std::uint8_t* end() const { return out_; }

 private:
  std::uint8_t* out_;
  std::uint64_t word_ = 0;
  unsigned bits_ = 0;
};

// A block with a code for each byte, and an empty one after it, which ends with whole bytes.
void add_as_literals(std::span<const std::uint8_t> bytes, bool is_last, Bytes& out) {
  const Counts counts = counts_of(bytes);
  isal_huff_histogram histogram{};
  std::ranges::copy(counts, histogram.lit_len_histogram);
  isal_hufftables tables;
  isal_create_hufftables_subset(&tables, &histogram);
  tables.deflate_hdr[0] &= 0xfe;  // it is not the last block

  constexpr std::size_t more_bytes = 2 * sizeof(std::uint64_t);  // the ends of both blocks, and what store() wants
  std::size_t bits = 0;
  for (std::size_t byte = 0; byte < counts.size(); ++byte)
    bits += std::size_t{counts[byte]} * tables.lit_table_sizes[byte];
  const std::size_t before = out.size(), header = tables.deflate_hdr_count;
  out.resize(before + header + bits / 8 + more_bytes);
  std::memcpy(&out[before], tables.deflate_hdr, header);

  BitWriter writer(&out[before + header]);
  writer.add(tables.deflate_hdr[header], tables.deflate_hdr_extra_bits);
  const auto add = [&](std::size_t byte) { writer.add(tables.lit_table[byte], tables.lit_table_sizes[byte]); };
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3) {  // of at most 15 bits
    for (std::size_t i = 0; i < 3; ++i) add(bytes[at + i]);
    writer.store();
  }
  for (; at < bytes.size(); ++at) add(bytes[at]);
  add(end_of_block);
  writer.store();
  writer.add(is_last ? 1 : 0, 3);  // a block of stored bytes
  writer.fill_byte();
  writer.add(0xffff0000, 32);  // none, and the complement of their number
  writer.store();
  out.resize(static_cast<std::size_t>(writer.end() - out.data()));
}

// A sixteenth of the bytes, from all parts of them.
Bytes sample_of(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t slices = 8, one_in = 16;
  const std::size_t slice = bytes.size() / (slices * one_in);
  Bytes sample;
  sample.reserve(slices * slice);
  for (std::size_t i = 0; i < slices; ++i) {
    const auto part = bytes.subspan(i * bytes.size() / slices, slice);
    sample.insert(sample.end(), part.begin(), part.end());
  }
  return sample;
}

// About the bytes of codes for each byte, which have a bit at least.
double bytes_of_codes(std::span<const std::uint8_t> bytes) {
  double bits = 0;
  for (const std::uint32_t count : counts_of(bytes))
    if (count > 0) bits += count * std::max(1.0, std::log2(static_cast<double>(bytes.size()) / count));
  return bits / 8;
}

// Whether more than a few words in a hundred are of one byte, as in even areas.
bool has_runs(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t step = 16, one_in = 32;
  std::size_t words = 0, runs = 0;
  for (std::size_t at = 1; at + sizeof(std::uint64_t) <= bytes.size(); at += step, ++words)
    runs += std::memcmp(&bytes[at], &bytes[at - 1], sizeof(std::uint64_t)) == 0 ? 1 : 0;
  return runs * one_in >= words;
}

// Whether repetitions make the bytes smaller: in drawings and regular dots, but not in photographs.
bool has_repeats(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t least_sample = 1024;
  constexpr double clearly = 1.03;
  const Bytes sample = sample_of(bytes);
  if (sample.size() < least_sample || has_runs(bytes)) return true;
  Bytes out;
  add_with_matches(sample, true, out);
  return static_cast<double>(out.size()) < clearly * bytes_of_codes(sample);
}

}  // namespace

void add_deflated(std::span<const std::uint8_t> bytes, bool is_last, Bytes& out) {
  has_repeats(bytes) ? add_with_matches(bytes, is_last, out) : add_as_literals(bytes, is_last, out);
}

}  // namespace platerip::rip
