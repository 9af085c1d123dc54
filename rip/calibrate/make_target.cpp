#include "rip/calibrate/make_target.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "profiles/profile.h"
#include "rip/calibrate/page/target_file.h"
#include "rip/calibrate/page/target_page.h"
#include "rip/calibrate/page/target_plates.h"
#include "rip/calibrate/written_file.h"
#include "rip/plates/names/ink_name.h"

namespace platerip::rip {
namespace {

std::string without_extension(const std::string& name) {
  const std::filesystem::path path(name);
  for (const char* const extension : {".tif", ".tiff", ".ti1", ".ti2"})
    if (path.extension() == extension) return (path.parent_path() / path.stem()).string();
  return name;
}

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

Error not_a_target(const std::string& path, const std::string& description) {
  return Error{path + ": already exists without a " + description + ", so it is not a target; give another NAME"};
}

Status add_page(const TargetLayout& layout, const TargetFiles& texts, const std::string& name,
                std::vector<OutputFile>& files) {
  if (exists(name + ".tif") && !exists(name + ".ti2")) return not_a_target(name + ".tif", name + ".ti2");
  auto page = OutputFile::create(name + ".tif");
  if (!page.ok()) return page.error();
  if (Status painted = paint_target(layout, *page); !painted.ok()) return painted;
  files.push_back(*std::move(page));
  if (Status written = add_text_file(files, name + ".ti2", texts.ti2); !written.ok()) return written;
  return add_text_file(files, name + ".ti1", texts.ti1);
}

Status add_plates(const TargetLayout& layout, const TargetFiles& texts, const std::string& name,
                  std::vector<OutputFile>& files) {
  if (exists(name + ".tif")) return Error{name + ".tif: already exists, and is a page; give another NAME"};
  std::vector<OutputFile> plates;
  for (const InkName& ink : ink_names_in_files(layout.settings.inks)) {
    const std::string path = name + "." + ink.ink + ".tif";
    if (exists(path) && !exists(name + ".ti2")) return not_a_target(path, name + ".ti2");
    auto plate = OutputFile::create(path);
    if (!plate.ok()) return plate.error();
    plates.push_back(*std::move(plate));
  }
  if (Status painted = paint_plates(layout, plates); !painted.ok()) return painted;
  files = std::move(plates);
  return add_text_file(files, name + ".ti2", texts.ti2);
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
  std::vector<OutputFile> files;
  const Status made =
      settings.levels > 2 ? add_plates(*layout, *texts, name, files) : add_page(*layout, *texts, name, files);
  if (!made.ok()) return made.error();
  std::vector<std::string> paths(files.size());
  std::ranges::transform(files, paths.begin(), [](const OutputFile& file) { return file.path(); });
  if (const Status committed = OutputFile::commit(files); !committed.ok()) return committed.error();
  return paths;
}

}  // namespace platerip::rip
