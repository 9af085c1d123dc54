#include "rip/plates/output_folder.h"

#include <filesystem>

#include "tiffio/text.h"

namespace platerip::rip {

Status make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{tiffio::printable(folder) + ": cannot be made: " + error.message() + "; choose another output folder"};
  return {};
}

}  // namespace platerip::rip
