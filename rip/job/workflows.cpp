#include "rip/job/workflows.h"

#include <utility>

#include "rip/job/job_options.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

// What a family of workflows expects of plates; docs/formats.md names the sources. Options that are set later override
// it.
struct Workflow {
  const char* name;
  const char* compression;
};
constexpr Workflow workflows[] = {
    {"prinergy", "none"}, {"apogee", "none"}, {"trueflow", "none"}, {"harlequin", "lzw"}, {"generic", "none"}};

}  // namespace

Status set_workflow(Job& job, const std::string& word) {
  std::string names;
  for (const Workflow& workflow : workflows) {
    if (word == workflow.name) {
      const std::pair<const char*, const char*> settings[] = {
          {"name", "{page}_{ink}"}, {"upright", "true"}, {"compression", workflow.compression}};
      for (const auto& [name, value] : settings) {
        if (Status status = set_option(job, name, value); !status.ok()) return status;
      }
      return {};
    }
    names += (names.empty() ? "" : ", ") + std::string(workflow.name);
  }
  return wrong_setting("'" + word + "' is not one of " + names);
}

}  // namespace platerip::rip
