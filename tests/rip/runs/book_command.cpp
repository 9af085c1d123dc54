#include "tests/rip/runs/book_command.h"

#include <filesystem>

#include "profiles/sha256.h"
#include "tests/rip/block_page.h"

namespace platerip::test {

namespace fs = std::filesystem;

void BookTest::write_book(const std::string& name, int pages) const {
  for (int page = 0; page < pages; ++page) {
    const auto shade = static_cast<std::uint16_t>(20 + page * 200 / pages);
    const std::uint16_t other = page % 2 == 0 ? 90 : 160;
    write_page(file(name), BlockPage{.blocks = {{shade, 128, 128}, {128, shade, other}}, .append = page > 0});
  }
}

BookTest::Contents BookTest::in(const std::string& folder) const {
  Contents contents;
  if (!fs::exists(file(folder))) return contents;
  for (const auto& entry : fs::recursive_directory_iterator(file(folder)))
    if (entry.is_regular_file())
      contents[fs::relative(entry.path(), file(folder)).string()] =
          profiles::hexadecimal(profiles::sha256(read_file(entry.path().string())));
  return contents;
}

}  // namespace platerip::test
