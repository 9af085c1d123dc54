#include <string>
#include <string_view>
#include <utility>

#include "base/text_file.h"
#include "rip/job/drop_kinds.h"
#include "rip/job/drop_settings.h"
#include "rip/job/option_spelling.h"

namespace platerip::rip {
namespace {

std::string without_comment_and_spaces(std::string_view line) {
  constexpr std::string_view spaces = " \t";
  line = line.substr(0, line.find('#'));
  line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
  return std::string(line.substr(0, line.find_last_not_of(spaces) + 1));
}

Status take(const std::string& word, DropFile& file) {
  if (word.find('=') != std::string::npos) return ForInk<DropWord>::read(word, file.of_inks.emplace_back());
  if (file.sizes) return wrong_setting("a second line for all inks; give INK=" + std::string(DropWord::name));
  return DropWord::read(word, file.sizes.emplace());
}

}  // namespace

Result<DropFile> DropFile::read(const std::string& path) {
  const auto text = read_text_file(path, 1, "a file of drop sizes");
  if (!text.ok()) return text.error();
  DropFile file;
  std::string_view rest = *text;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::string word = without_comment_and_spaces(take_line(rest));
    if (word.empty()) continue;
    if (const Status status = take(word, file); !status.ok())
      return Error{path + ":" + std::to_string(line) + ": " + status.error().message};
  }
  if (!file.sizes && file.of_inks.empty()) return Error{path + ": has no drop sizes"};
  return file;
}

}  // namespace platerip::rip
