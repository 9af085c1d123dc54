#include "rip/cups/given_options.h"

#include <strings.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "rip/cups/option_list.h"

namespace platerip::rip {
namespace {

/// Two names of one option. If the job and the queue use different ones, the job's counts.
using Names = std::pair<std::string, std::string>;

std::vector<Names> doubled_names(const JobOptions& values) {
  std::vector<Names> doubled;
  const auto add = [&](const std::string& one, const std::string& other) {
    const auto found = values.find(other);
    if (values.contains(one) && found != values.end() && !says_nothing(found->second)) doubled.emplace_back(one, other);
  };
  for (const JobOption* const option : options_set_by(SetBy::print_job))
    add(std::string(option->name), ppd_keyword(option->name));
  add("Resolution", "printer-resolution");
  return doubled;
}

std::vector<std::string> owners_names(const JobOptions& values) {
  std::vector<std::string> names;
  for (const JobOption* const option : options_set_by(SetBy::owner)) {
    for (const std::string& name : {std::string(option->name), ppd_keyword(option->name)}) {
      if (values.contains(name)) names.push_back(name);
    }
  }
  return names;
}

bool names_any_file(const JobOptions& values) {
  return std::ranges::any_of(options_set_by(SetBy::print_job), [&](const JobOption* option) {
    return option->spelling.files &&
           (values.contains(std::string(option->name)) || values.contains(ppd_keyword(option->name)));
  });
}

}  // namespace

std::string ppd_keyword(std::string_view option) {
  std::string keyword = "Platerip";
  bool begins = true;
  for (const char c : option) {
    if (c != '-') keyword += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '-';
  }
  return keyword;
}

bool says_nothing(const std::string& choice) {
  return choice.empty() || ::strcasecmp(choice.c_str(), "Default") == 0;
}

std::vector<const JobOption*> options_set_by(SetBy who) {
  std::vector<const JobOption*> chosen;
  std::ranges::copy_if(all_job_options(), std::back_inserter(chosen),
                       [who](const JobOption* option) { return option->set_by == who; });
  return chosen;
}

GivenOptions GivenOptions::read(const char* text, const std::function<JobOptions()>& queue) {
  GivenOptions given;
  const OptionList parsed(text);
  for (const cups_option_t& option : parsed.all()) given.values_[option.name] = option.value;
  if (given.values_.erase("-bpc") > 0) given.values_["bpc"] = "false";  // CUPS parses "no-bpc" so
  if (queue) given.ask(queue);
  return given;
}

void GivenOptions::ask(const std::function<JobOptions()>& ask_queue) {
  const std::vector<std::string> owners = owners_names(values_);
  const std::vector<Names> doubled = doubled_names(values_);
  if (owners.empty() && doubled.empty() && !names_any_file(values_)) return;
  const JobOptions queue = ask_queue();
  for (const auto& [name, value] : values_) {
    const auto own = queue.find(name);
    if (own != queue.end() && own->second == value) of_queue_.insert(name);
  }
  for (const std::string& name : owners) leave_to_owner(name, queue);
  for (const auto& [one, other] : doubled) {
    if (of_queue_.contains(one) && !of_queue_.contains(other)) values_.erase(one);
  }
}

void GivenOptions::leave_to_owner(const std::string& name, const JobOptions& queue) {
  if (of_queue_.contains(name)) return;
  warnings_.push_back("The option " + name + " is for the owner of the printer to set; that of the job is ignored.");
  if (const auto own = queue.find(name); own != queue.end()) {
    values_[name] = own->second;
  } else {
    values_.erase(name);
  }
}

std::optional<std::string> GivenOptions::value(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.empty() ? std::nullopt : std::optional(found->second);
}

bool GivenOptions::is_of_job(const std::string& name) const {
  const std::string used = value(name) ? name : ppd_keyword(name);
  return values_.contains(used) && !of_queue_.contains(used);
}

}  // namespace platerip::rip
