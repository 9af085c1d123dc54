#include "rip/calibrate/make_target.h"

#include <filesystem>

#include "profiles/profile.h"
#include "rip/calibrate/page/target_file.h"
#include "rip/calibrate/page/target_page.h"
#include "rip/calibrate/written_file.h"

namespace platerip::rip {
namespace {

std::string without_extension(const std::string& name) {
  const std::filesystem::path path(name);
  for (const char* const extension : {".tif", ".tiff", ".ti1", ".ti2"})
    if (path.extension() == extension) return (path.parent_path() / path.stem()).string();
  return name;
}

}  // namespace

Result<std::vector<std::string>> make_target(const TargetOrder& order) {
  TargetSettings settings = order.settings;
  if (order.profile) {
    const auto press = profiles::Profile::from_file(*order.profile);
    if (!press.ok()) return press.error();
    settings.inks = profiles::ink_names(*press);
  }
  const std::string name = without_extension(order.name);
  const auto layout = lay_out(settings, std::filesystem::path(name).filename().string());
  if (!layout.ok()) return layout.error();
  const auto texts = describe(*layout);
  if (!texts.ok()) return texts.error();

  if (std::error_code error;
      std::filesystem::exists(name + ".tif", error) && !std::filesystem::exists(name + ".ti2", error))
    return Error{name + ".tif: already exists without a " + name + ".ti2, so it is not a target; give another NAME"};
  auto page = OutputFile::create(name + ".tif");
  if (!page.ok()) return page.error();
  if (const Status painted = paint_target(*layout, *page); !painted.ok()) return painted.error();
  std::vector<OutputFile> files;
  files.push_back(*std::move(page));
  for (const auto& [extension, text] : {std::pair(".ti2", texts->ti2), std::pair(".ti1", texts->ti1)})
    if (const Status written = add_text_file(files, name + extension, text); !written.ok()) return written.error();
  if (const Status committed = OutputFile::commit(files); !committed.ok()) return committed.error();
  return std::vector{name + ".tif", name + ".ti2", name + ".ti1"};
}

}  // namespace platerip::rip
