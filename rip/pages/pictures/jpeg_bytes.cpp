#include "rip/pages/pictures/jpeg_bytes.h"

#include <jerror.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace platerip::rip {

JpegBytes::JpegBytes(ReadBytes read) : PictureBytes(std::move(read)), manager_{.source = {}, .bytes = this} {
  jpeg_source_mgr& source = manager_.source;
  source.init_source = [](j_decompress_ptr) {};
  source.fill_input_buffer = fill;
  source.skip_input_data = skip;
  source.resync_to_restart = jpeg_resync_to_restart;
  source.term_source = [](j_decompress_ptr) {};
}

// Adds what comes to what is left.
bool JpegBytes::read_more() {
  jpeg_source_mgr& source = manager_.source;
  const std::size_t left = source.bytes_in_buffer;
  if (left > 0) std::memmove(piece_.data(), source.next_input_byte, left);
  const std::size_t got = PictureBytes::read(piece_.data() + left, piece_.size() - left);
  source.next_input_byte = reinterpret_cast<const JOCTET*>(piece_.data());
  source.bytes_in_buffer = left + got;
  return got > 0;
}

boolean JpegBytes::fill(j_decompress_ptr jpeg) {
  auto& manager = *reinterpret_cast<Manager*>(jpeg->src);
  manager.source.bytes_in_buffer = 0;
  if (!manager.bytes->read_more()) ERREXIT(jpeg, JERR_INPUT_EOF);
  return TRUE;
}

void JpegBytes::skip(j_decompress_ptr jpeg, long count) {
  jpeg_source_mgr& source = *jpeg->src;
  auto left = static_cast<std::size_t>(std::max(count, 0L));
  for (; left > source.bytes_in_buffer; fill(jpeg)) left -= source.bytes_in_buffer;
  source.next_input_byte += left;
  source.bytes_in_buffer -= left;
}

Result<std::string_view> JpegBytes::peek(std::size_t bytes) {
  const jpeg_source_mgr& source = manager_.source;
  while (source.bytes_in_buffer < bytes && read_more()) {
  }
  if (error()) return *error();
  return std::string_view(reinterpret_cast<const char*>(source.next_input_byte),
                          std::min<std::size_t>(source.bytes_in_buffer, bytes));
}

}  // namespace platerip::rip
