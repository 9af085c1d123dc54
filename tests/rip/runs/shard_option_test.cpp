// Several runs that share the pages of a book.
#include <filesystem>

#include "tests/rip/runs/book_command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class ShardOption : public BookTest {
 protected:
  ShardOption() {
    write_book("book.tif", 11);
    write_page(file("single.tif"), PageSpec{.width = 40, .height = 30});
    write_book("other.tif", 4);
  }

  static Words joined(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(ShardOption, MakesTogetherWhatOneRunMakes) {
  const Words pages{"single.tif", "book.tif", "other.tif", "--manifest", "--preview", "proof.png"};
  expect_done(platerip(joined(pages, {"-o", "alone"})));
  fs::create_directory(file("previews"));
  for (int page = 1; page <= 16; ++page) {
    const std::string name = "proof-" + std::to_string(page) + ".png";
    fs::rename(file(name), file("previews/" + name));
  }
  const Contents previews = in("previews");
  for (const int shards : {1, 3, 5, 20}) {
    const std::string out = "of" + std::to_string(shards);
    for (int shard = shards; shard >= 1; --shard)
      expect_done(
          platerip(joined(pages, {"-o", out, "--shard", std::to_string(shard) + "/" + std::to_string(shards)})));
    EXPECT_EQ(in(out), in("alone")) << shards;
    for (const auto& [name, digest] : previews) EXPECT_EQ(in(".").at(name), digest) << name;
  }
}

TEST_F(ShardOption, MakesPagesByTheirPlace) {
  expect_done(platerip({"single.tif", "book.tif", "--planes", "K", "-o", "out", "--shard", "2/4"}));
  EXPECT_EQ(files(), (std::set<std::string>{"book.tif", "single.tif", "other.tif", "out/book-01.Black.tif",
                                            "out/book-05.Black.tif", "out/book-09.Black.tif"}));
}

TEST_F(ShardOption, ReportsABrokenFileOnce) {
  const Words pages{"single.tif", "missing.tif", "other.tif", "-o", "out"};
  expect_done(platerip(joined(pages, {"--shard", "1/2"})));
  expect_complaint(platerip(joined(pages, {"--shard", "2/2"})), 1, {"missing.tif"});
  EXPECT_EQ(in("out").size(), 4u * 5);
}

TEST_F(ShardOption, RefusesPagesThatWouldReplaceEachOther) {
  fs::create_directory(file("a"));
  write_book("a/BOOK.tif", 11);
  expect_complaint(platerip({"book.tif", "a/BOOK.tif", "-o", "out", "--shard", "1/2"}), 1, {"--shard", "--name"});
  EXPECT_FALSE(fs::exists(file("out")));
  expect_done(platerip({"book.tif", "a/BOOK.tif", "--shard", "1/2"}));
  expect_done(platerip({"book.tif", "a/BOOK.tif", "--shard", "1/2", "-o", "out", "--name", "{page}-{copy}.{ink}"}));
}

TEST_F(ShardOption, RefusesAPageNamedByTwoPaths) {
  fs::create_directory(file("a"));
  write_book("a/book.tif", 11);
  fs::create_directory_symlink(file("a"), file("link"));
  const auto before = files();
  const std::pair<const char*, std::string> pages[] = {{"book.tif", "./book.tif"},
                                                       {"book.tif", "a/../book.tif"},
                                                       {"book.tif", file("book.tif")},
                                                       {"a/book.tif", "link/book.tif"},
                                                       {"a/book.tif", "a//./book.tif"}};
  for (const auto& [one, other] : pages) {
    for (const Words& options : {Words{}, Words{"-o", "out"}, Words{"--resume"}, Words{"--name", "{page}_{ink}"}}) {
      for (const char* shard : {"1/2", "2/2"})
        expect_complaint(platerip(joined({one, other, "--shard", shard}, options)), 1, {"same names", "{copy}"});
    }
    EXPECT_EQ(files(), before) << other;
  }
  expect_done(platerip({"book.tif", "./book.tif", "--shard", "2/2", "--name", "{page}-{copy}.{ink}", "-o", "out"}));
  expect_done(platerip({"book.tif", "a/book.tif", "--shard", "1/2"}));
}

TEST_F(ShardOption, RefusesPagesWhoseNamesDifferInCaseOnlyInAnyScript) {
  write_book("Größe.tif", 2);
  write_book("GRÖSSE.tif", 2);
  write_book("\u00e9.tif", 2);
  write_book("e\u0301.tif", 2);
  expect_complaint(platerip({"Größe.tif", "GRÖSSE.tif", "-o", "out", "--shard", "1/2"}), 1, {"same names"});
  expect_complaint(platerip({"\u00e9.tif", "e\u0301.tif", "-o", "out", "--shard", "1/2"}), 1, {"same names"});
}

TEST_F(ShardOption, IsAPlaceOfANumberOfFiles) {
  for (const char* word :
       {"", "1", "0/2", "3/2", "-1/2", "1/2/3", "1/", "/2", "1.0/2", "a/b", "1/99999999999999999999"})
    expect_complaint(platerip({"book.tif", "-o", "out", std::string("--shard=") + word}), 2, {"--shard"});
  expect_complaint(platerip({"-", "--shard", "1/2", "-o", "out"}), 2, {"--shard", "files"});
  EXPECT_FALSE(fs::exists(file("out")));
}

}  // namespace
}  // namespace platerip::test
