#include "rip/records/made_with.h"

#include <algorithm>
#include <filesystem>

#include "rip/job/job_options.h"
#include "rip/job/option_values.h"
#include "rip/pages/separations.h"
#include "rip/records/json_fields.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

Json json_of(const JobOption& option, const std::vector<std::string>& words) {
  if (option.spelling.adds) return words;
  if (option.value.empty()) return flag_of(words.back()).value_or(true);
  return words.back();
}

bool counts_if_present(const std::string& name) {
  const JobOption* const option = find_job_option(name);
  return option != nullptr && option->record == Record::presence;
}

// The name of a setting that differs; "" if there is none.
std::string different_setting(const std::map<std::string, std::string>& old,
                              const std::map<std::string, std::string>& wanted) {
  for (const auto* one : {&old, &wanted}) {
    const auto& other = one == &old ? wanted : old;
    for (const auto& [name, value] : *one) {
      const auto same = other.find(name);
      if (same == other.end() || (same->second != value && !counts_if_present(name))) return name;
    }
  }
  return "";
}

// How an earlier run differs from this one; "" if it does not. The page's own files do not count: these are the first
// `pages_files` of made_from.
std::string difference(const MadeWith& earlier, const MadeWith& now, std::size_t pages_files) {
  if (earlier.software != now.software) return "by " + tiffio::printable(earlier.software);
  if (const std::string setting = different_setting(earlier.settings, now.settings); !setting.empty())
    return "with another --" + tiffio::printable(setting);
  if (earlier.date != now.date) return "with another SOURCE_DATE_EPOCH";
  for (std::size_t i = pages_files; i < std::min(now.made_from.size(), earlier.made_from.size()); ++i) {
    const FileStamp& file = now.made_from[i];
    if (earlier.made_from[i] != file) return "before " + tiffio::printable(file.name) + " was changed";
  }
  return "";
}

}  // namespace

MadeWith made_with(const Job& job, std::span<const FileStamp> files_of_job, const PageSource& page) {
  std::vector<FileStamp> files = stamps_of(files_of(page.path));
  files.insert(files.end(), files_of_job.begin(), files_of_job.end());
  return {document_name(page), page.index + 1, software(), plate_date(), settings_of(job), std::move(files)};
}

Result<bool> is_the_same(const MadeWith& earlier, const MadeWith& now, const PageSource& page) {
  if (earlier.document != now.document || earlier.page != now.page || earlier.made_from.empty()) return false;
  const std::size_t pages_files = std::min(files_of(page.path).size(), now.made_from.size());
  const bool has_same_files = earlier.made_from.size() == now.made_from.size();
  const auto pages_end = now.made_from.begin() + static_cast<std::ptrdiff_t>(pages_files);
  if (has_same_files && !std::equal(now.made_from.begin(), pages_end, earlier.made_from.begin())) return false;
  const std::string other = difference(earlier, now, has_same_files ? pages_files : now.made_from.size());
  if (other.empty()) return has_same_files;
  return Error{page_label(page) + ": its plates were made " + other,
               ErrorCode::bad_setting,
               {{.action = Advice::Action::leave_out, .setting = "resume", .purpose = "to make all plates again"},
                {.action = Advice::Action::give_another, .setting = "output"}}};
}

std::vector<std::string> files_read(const Job& job, const PageSource& page) {
  std::vector<std::string> files = files_of(page.path);
  for (std::string& file : files_named(job)) files.push_back(std::move(file));
  return files;
}

std::string software() {
  return "platerip " PLATERIP_VERSION;
}

std::string plate_date() {
  const auto date = tiffio::date_time();
  return date.ok() ? date->value_or("") : "";
}

std::map<std::string, std::string> settings_of(const Job& job) {
  std::map<std::string, std::string> settings;
  for (const JobOption* const option : all_job_options()) {
    const std::vector<std::string> words = words_of(job, *option);
    if (option->record == Record::nothing || words.empty()) continue;
    settings[std::string(option->name)] = text_of(json_of(*option, words));
  }
  return settings;
}

}  // namespace platerip::rip
