// The backend, called as cupsd calls it.
#include <cups/backend.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/rip/cups/filter_command.h"
#include "tiffio/plates/plate_stream.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

struct BackendCall {
  std::string title = "page.tif";
  std::string folder = "plates";  ///< or an absolute path
  std::string settings = "";      ///< appended to the device's URI
  std::string job = "12";
};

class PlatesBackend : public FilterTest {
 protected:
  PlatesBackend() : FilterTest("plates") {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directory(file("plates"));
    write_page(file("page.tif"), page_);
    expect_done(platerip({"-o", "expected", "page.tif"}));
    save("plates.tiff", platerip({"-o", "-", "page.tif"}).out);
  }

  /// The backend with the file on standard input; and with the file as its argument.
  [[nodiscard]] Command backend(const std::string& input, const BackendCall& call = {}) const {
    const std::string folder = call.folder.starts_with('/') ? call.folder : file(call.folder);
    return {.words = {PLATERIP_FILTERS "/plates", call.job, "user", call.title, "1", ""},
            .folder = folder_.path().string(),
            .input = file(input),
            .environment = {{"TMPDIR", file("tmp")}, {"DEVICE_URI", "plates:" + folder + call.settings}}};
  }
  [[nodiscard]] Command backend_of_file(const std::string& input, const BackendCall& call = {}) const {
    Command command = backend(input, call);
    command.words.push_back(command.input);
    command.input = "/dev/null";
    return command;
  }

  /// The files in the folder of plates, including hidden ones: "12-page/page.Cyan.tif".
  [[nodiscard]] std::set<std::string> kept() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(file("plates")))
      names.insert(entry.path().lexically_relative(file("plates")));
    return names;
  }

  static std::set<std::string> job_folder(const std::string& name, const std::string& stem) {
    std::set<std::string> names{name};
    for (const char* ink : ink_names) names.insert(name + "/" + stem + "." + ink + ".tif");
    return names;
  }

  void expect_kept(const Command& command, const std::set<std::string>& expected) const {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, CUPS_BACKEND_OK) << outcome.err;
    EXPECT_EQ(kept(), expected);
    EXPECT_THAT(left_in_tmp(), IsEmpty());
  }

  /// Expects this status, one ERROR line, and that nothing is kept.
  void expect_refused(const Command& command, int status, const std::string& words) const {
    const std::set<std::string> before = kept();
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    const auto errors = lines_of(outcome, "ERROR");
    ASSERT_EQ(errors.size(), 1u) << outcome.err;
    EXPECT_THAT(errors[0], HasSubstr(words));
    EXPECT_EQ(kept(), before);
    EXPECT_THAT(left_in_tmp(), IsEmpty());
  }

  [[nodiscard]] struct stat status_of(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(::lstat(file(name).c_str(), &status), 0) << name;
    return status;
  }

  PageSpec page_{.width = 301, .height = 203, .resolution_x = 300, .resolution_y = 300};
};

TEST_F(PlatesBackend, TellsCupsOfItself) {
  const Outcome outcome = run({.words = {PLATERIP_FILTERS "/plates"}});
  EXPECT_EQ(outcome.status, CUPS_BACKEND_OK);
  EXPECT_EQ(outcome.out, "file plates \"Unknown\" \"Folder of printing plates\"\n");
}

TEST_F(PlatesBackend, KeepsTheFilesThatPlateripMakes) {
  expect_kept(backend("plates.tiff"), job_folder("12-page", "page"));
  for (const char* ink : ink_names) {
    const std::string name = "page." + std::string(ink) + ".tif";
    EXPECT_TRUE(read_file(file("plates/12-page/" + name)) == read_file(file("expected/" + name))) << name;
    EXPECT_EQ(status_of("plates/12-page/" + name).st_mode & 07777, 0644u);
  }
  EXPECT_EQ(status_of("plates/12-page").st_mode & 07777, 0755u);
}

TEST_F(PlatesBackend, TakesAFileAsWell) {
  expect_kept(backend_of_file("plates.tiff"), job_folder("12-page", "page"));
}

TEST_F(PlatesBackend, PagesHaveNumbers) {
  PageSpec second = page_;
  second.append = true;
  write_page(file("page.tif"), second);
  expect_done(platerip({"-o", "two", "page.tif"}));
  save("two.tiff", platerip({"-o", "-", "page.tif"}).out);
  std::set<std::string> expected = job_folder("12-page", "page-1");
  expected.merge(job_folder("12-page", "page-2"));
  expect_kept(backend("two.tiff"), expected);
  EXPECT_TRUE(read_file(file("plates/12-page/page-2.Black.tif")) == read_file(file("two/page-2.Black.tif")));
}

TEST_F(PlatesBackend, TheUriMayNameThePlates) {
  std::set<std::string> expected{"12-page"};
  for (const char* letter : {"C", "M", "Y", "K"}) expected.insert(std::string("12-page/page ") + letter + ".tif");
  expect_kept(backend("plates.tiff", {.settings = "?mode=0640&name=%7Bpage%7D%20{letter}"}), expected);
  for (const char* name : {"{ink}", "{page}", "../{page}{ink}", "%2e%2e%2f{page}{ink}", "{page}{ink}%0a", "{inks}", ""})
    expect_refused(backend("plates.tiff", {.settings = std::string("?name=") + name}), CUPS_BACKEND_STOP,
                   "is not a setting");
}

TEST_F(PlatesBackend, EachJobHasAFolderOfItsOwn) {
  std::set<std::string> expected = job_folder("12-page", "page");
  expect_kept(backend("plates.tiff"), expected);
  expected.merge(job_folder("13-page", "page"));
  expect_kept(backend("plates.tiff", {.job = "13"}), expected);
  expected.merge(job_folder("12-page-2", "page"));
  expect_kept(backend("plates.tiff"), expected);
}

TEST_F(PlatesBackend, TitlesStayInTheFolder) {
  const std::pair<const char*, const char*> titles[] = {{"../../x", "x"},
                                                        {"..", "untitled"},
                                                        {"", "untitled"},
                                                        {"Schöne Gru\u0308ße.pdf", "Sch_ne_Gr__e"},
                                                        {"Sch\xf6n.pdf", "Sch_n"},
                                                        {".hidden", "hidden"},
                                                        {"Invoice 3/4", "Invoice_3_4"},
                                                        {"a\nb\\c.TIFF", "a_b_c"}};
  for (const auto& [title, name] : titles) {
    expect_kept(backend("plates.tiff", {.title = title}), job_folder("12-" + std::string(name), name));
    fs::remove_all(file("plates/12-" + std::string(name)));
  }
  const std::string cut(64, 'x');
  expect_kept(backend("plates.tiff", {.title = std::string(5000, 'x')}), job_folder("12-" + cut, cut));
}

TEST_F(PlatesBackend, ModeIsTheUris) {
  expect_kept(backend("plates.tiff", {.settings = "?mode=0660"}), job_folder("12-page", "page"));
  EXPECT_EQ(status_of("plates/12-page/page.Cyan.tif").st_mode & 07777, 0660u);
  EXPECT_EQ(status_of("plates/12-page").st_mode & 07777, 0770u);
}

TEST_F(PlatesBackend, OwnerAndGroupAreTheFoldersElseTheUris) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may write for others";
  const passwd* const lp = getpwnam("lp");
  const group* const audio = getgrnam("audio");
  if (lp == nullptr || audio == nullptr) GTEST_SKIP() << "there is no lp or audio here";
  ASSERT_EQ(::chown(file("plates").c_str(), lp->pw_uid, audio->gr_gid), 0);
  expect_kept(backend("plates.tiff"), job_folder("12-page", "page"));
  for (const char* name : {"plates/12-page", "plates/12-page/page.Cyan.tif"}) {
    EXPECT_EQ(status_of(name).st_uid, lp->pw_uid);
    EXPECT_EQ(status_of(name).st_gid, audio->gr_gid);
  }
  fs::remove_all(file("plates/12-page"));
  fs::permissions(file("plates"), fs::perms(03777));
  expect_kept(backend("plates.tiff", {.settings = "?owner=65534&group=lp"}), job_folder("12-page", "page"));
  for (const char* name : {"plates/12-page", "plates/12-page/page.Cyan.tif"}) {
    EXPECT_EQ(status_of(name).st_uid, 65534u);
    EXPECT_EQ(status_of(name).st_gid, lp->pw_gid);
  }
}

// The backend works as the owner, not as root.
TEST_F(PlatesBackend, WritesWhereTheOwnerMay) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may write for others";
  fs::permissions(file("plates"), fs::perms(0755));
  expect_refused(backend("plates.tiff", {.settings = "?owner=65534"}), CUPS_BACKEND_STOP, "user 65534");
}

TEST_F(PlatesBackend, FollowsNoLink) {
  fs::create_directories(file("elsewhere/plates"));
  fs::create_directory_symlink(file("elsewhere"), file("link"));
  fs::create_directory_symlink(file("elsewhere/plates"), file("elsewhere/link"));
  for (const char* folder : {"link", "link/plates", "elsewhere/link"})
    expect_refused(backend("plates.tiff", {.folder = folder}), CUPS_BACKEND_STOP, "link is a link");
  expect_refused(backend("plates.tiff", {.folder = file("elsewhere/../plates")}), CUPS_BACKEND_STOP, "..");
  EXPECT_TRUE(fs::is_empty(file("elsewhere/plates")));
}

TEST_F(PlatesBackend, TakesNothingThatOthersPutThere) {
  fs::create_directory(file("elsewhere"));
  fs::create_directory_symlink(file("elsewhere"), file("plates/12-page"));
  fs::create_directory_symlink(file("elsewhere"), file("plates/.12-page.part"));
  fs::create_directory(file("plates/.12-page-2.part"));
  save("plates/12-page-2", "a file");
  fs::create_directory(file("plates/12-page-3"));
  std::set<std::string> expected = job_folder("12-page-4", "page");
  expected.insert({"12-page", ".12-page.part", ".12-page-2.part", "12-page-2", "12-page-3"});
  expect_kept(backend("plates.tiff"), expected);
  EXPECT_TRUE(fs::is_empty(file("elsewhere")));
}

TEST_F(PlatesBackend, AHiddenFolderThatIsThereAlreadyIsNotUsed) {
  fs::create_directory(file("plates/.12-page.part"));
  save("plates/.12-page.part/page.Cyan.tif", "of an older run");
  save("plates/.12-page.part/more.tif", "of somebody else");
  std::set<std::string> expected = job_folder("12-page", "page");
  expected.insert({".12-page.part", ".12-page.part/page.Cyan.tif", ".12-page.part/more.tif"});
  expect_kept(backend("plates.tiff"), expected);
  EXPECT_TRUE(read_file(file("plates/12-page/page.Cyan.tif")) == read_file(file("expected/page.Cyan.tif")));
  EXPECT_EQ(read_file(file("plates/.12-page.part/page.Cyan.tif")).size(), std::strlen("of an older run"));
}

TEST_F(PlatesBackend, AQueueThatIsSetUpWronglyStops) {
  expect_refused(backend("plates.tiff", {.folder = "none"}), CUPS_BACKEND_STOP, "install -d");
  expect_refused(backend("plates.tiff", {.folder = "page.tif"}), CUPS_BACKEND_STOP, "page.tif");
  for (const char* settings : {"?owner=nobody-here", "?group=nobody-here", "?mode=0999", "?mode=0775", "?mode=4644",
                               "?mode=", "?color=red", "?owner"})
    expect_refused(backend("plates.tiff", {.settings = settings}), CUPS_BACKEND_STOP, "device");
  Command command = backend("plates.tiff");
  for (const char* uri : {"", "plates:", "plates:plates", "plates://host/plates", "file:/tmp", "plates:/%zz"}) {
    command.environment["DEVICE_URI"] = uri;
    expect_refused(command, CUPS_BACKEND_STOP, "");
  }
}

TEST_F(PlatesBackend, TheFoldersPathIsDecoded) {
  fs::rename(file("plates"), file("my plates?"));
  const Outcome outcome = run(backend("plates.tiff", {.folder = "my%20plates%3F", .settings = "?mode=0640"}));
  EXPECT_EQ(outcome.status, CUPS_BACKEND_OK) << outcome.err;
  EXPECT_EQ(status_of("my plates?/12-page/page.Cyan.tif").st_mode & 07777, 0640u);
}

TEST_F(PlatesBackend, ATitleThatCannotNamePlatesHoldsTheJob) {
  expect_refused(backend("plates.tiff", {.title = "aux", .settings = "?name={page}.{ink}"}), CUPS_BACKEND_HOLD,
                 "reserved for a device");
}

TEST_F(PlatesBackend, WhatIsNoPlatesIsHeld) {
  for (const char* input : {"page.tif", "empty", "garbage"}) {
    save("empty", "");
    save("garbage", std::string(100000, 'x'));
    expect_refused(backend_of_file(input), CUPS_BACKEND_HOLD, "Platerip CMYK Plate Setter");
  }
  expect_refused(backend("page.tif"), CUPS_BACKEND_HOLD, "Platerip CMYK Plate Setter");
  expect_refused(backend_of_file("none"), CUPS_BACKEND_HOLD, "print the job again");
}

// The filter before it has already said why.
TEST_F(PlatesBackend, WhatAFilterLeavesUnfinishedIsHeldWithoutAWord) {
  const auto whole = read_file(file("plates.tiff"));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1000}, whole.size() - 100}) {
    write_file(file("cut"), std::span(whole).first(size));
    const Outcome outcome = run(backend("cut"));
    EXPECT_EQ(outcome.status, CUPS_BACKEND_HOLD);
    EXPECT_EQ(lines_of(outcome, "DEBUG").size(), 1u);
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    EXPECT_THAT(kept(), IsEmpty());
  }
}

// The plates that are there can be read, but some are missing.
TEST_F(PlatesBackend, WhatAFilterLeavesOfABrokenJobIsHeldToo) {
  const std::string whole =
      raster_of({{.page = {.width = 301, .height = 203}}, {.page = {.width = 301, .height = 203}}});
  save("cut.ras", whole.substr(0, whole.size() - 100));
  for (const std::string options : {"", "PlateripPlanes=K"}) {
    Command rastertoplates = command({.options = options}, file("cut.ras"));
    rastertoplates.words[0] = PLATERIP_FILTERS "/rastertoplates";
    const Outcome broken = run(rastertoplates);
    EXPECT_EQ(broken.status, 1);
    EXPECT_EQ(plates_of(broken.out).size(), options.empty() ? 4u : 1u);
    save("left", broken.out);
    const Outcome outcome = run(backend("left"));
    EXPECT_EQ(outcome.status, CUPS_BACKEND_HOLD) << outcome.err;
    EXPECT_THAT(lines_of(outcome, "ERROR"), IsEmpty());
    EXPECT_THAT(kept(), IsEmpty());
  }
}

TEST_F(PlatesBackend, AFullDiskStopsTheQueueAndKeepsNothing) {
  Command command = backend_of_file("plates.tiff");
  command.largest_file = 4096;
  expect_refused(command, CUPS_BACKEND_STOP, "page.Cyan.tif");
}

TEST_F(PlatesBackend, ACanceledJobKeepsNothing) {
  // 4 plates of 16 MiB, so that it takes some time.
  tiffio::PlateStream stream([this](std::span<const std::byte> bytes) -> Status {
    std::ofstream(file("large.tiff"), std::ios::app | std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return {};
  });
  std::vector<tiffio::PlateInfo> infos;
  for (const char* ink : ink_names) infos.push_back({.width = 16384, .height = 8192, .ink = ink});
  const std::vector<std::byte> paper(2048);
  const std::vector<tiffio::PlateRows> rows(4, {paper.data(), 0});
  ASSERT_TRUE(stream.begin(infos, 1).ok() && stream.write(8192, rows).ok() && stream.finish().ok());
  ASSERT_TRUE(stream.close(true).ok());

  Process process(backend_of_file("large.tiff"));
  while (kept().empty() && !process.ended()) std::this_thread::sleep_for(std::chrono::microseconds(200));
  process.send(SIGTERM);
  const Outcome outcome = process.wait();
  if (outcome.status == CUPS_BACKEND_OK) GTEST_SKIP() << "it was faster than the signal";
  EXPECT_EQ(outcome.status, CUPS_BACKEND_CANCEL) << outcome.err;
  EXPECT_THAT(lines_of(outcome, "ERROR"), IsEmpty());
  EXPECT_THAT(kept(), IsEmpty());
}

}  // namespace
}  // namespace platerip::test
