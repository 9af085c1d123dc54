#include "rip/calibrate/written_file.h"

#include <span>

namespace platerip::rip {

Status add_text_file(std::vector<OutputFile>& files, const std::string& path, const std::string& text) {
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  if (const Status status = file->write(std::as_bytes(std::span(text))); !status.ok()) return status;
  files.push_back(*std::move(file));
  return {};
}

}  // namespace platerip::rip
