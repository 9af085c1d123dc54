// Documents that cannot be drawn, and programs that do not draw them: one line says why, and nothing is left behind.
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "tests/rip/pdf_book.h"

namespace platerip::test {
namespace {

// Whether the kernel can keep a program to one folder.
bool has_landlock() {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

namespace fs = std::filesystem;

class PdfRefusal : public PdfTest {
 protected:
  void TearDown() override {
    if (!IsSkipped()) expect_nothing_left();
  }

  [[nodiscard]] std::string content_of(const std::string& name) const {
    const auto bytes = read_file(file(name));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  // Ghostscript is this script.
  [[nodiscard]] Command with_script(const std::string& script, const std::vector<std::string>& arguments) const {
    fs::create_directory(file("bin"));
    save("bin/gs", "#!/bin/bash\n" + script);
    fs::permissions(file("bin/gs"), fs::perms::owner_all);
    Command command = pdf_command(arguments);
    command.environment["PATH"] = file("bin") + ":/usr/bin:/bin";
    return command;
  }
  // A script that finds a page of 72×72 points, and does this instead of drawing it.
  static std::string instead_of_drawing(const std::string& what) {
    return "case \"$*\" in *NODISPLAY*) echo 72 72; exit;; esac\n" + what;
  }

  [[nodiscard]] bool has_work_folder() const { return !fs::is_empty(file("tmp")); }
};

TEST_F(PdfRefusal, OfDamagedFiles) {
  write_pdf("book.pdf", 3);
  const std::string whole = content_of("book.pdf");
  save("cut.pdf", whole.substr(0, whole.size() / 2));
  save("rubbish.pdf", "%PDF-1.7\nThis is not a PDF at all.\n%%EOF\n");
  save("empty.ps", "%!PS\n");
  save("wrong.ps", "%!PS\n1 0 div showpage\n");
  expect_complaint(print({"cut.pdf", "-o", "out"}), 1, {"cut.pdf: is cut off", "get the file again"});
  for (const char* name : {"rubbish.pdf", "wrong.ps"}) {
    expect_complaint(print({name, "-o", "out"}), 1,
                     {std::string(name) + ": Ghostscript cannot draw it: ", "get the file again"});
  }
  expect_complaint(print({"empty.ps", "-o", "out"}), 1, {"empty.ps: has no pages"});
  EXPECT_FALSE(fs::exists(file("out")));
}

// The other pages of the book are made, also those that are drawn together with it.
TEST_F(PdfRefusal, OfOneDamagedPage) {
  std::string pages, numbers;
  for (int page = 1; page <= 7; ++page) {
    const std::string number = std::to_string(10 + page);
    pages += number + " 0 obj <</Type/Page/Parent 2 0 R/Contents " + (page == 4 ? "6" : "5") + " 0 R>> endobj\n";
    numbers += number + " 0 R ";
  }
  save("book.pdf", R"(%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Count 7/Kids[)" +
                       numbers + R"(]/MediaBox[0 0 72 72]>> endobj
5 0 obj <</Length 15>> stream
0 0 36 36 re f
endstream endobj
6 0 obj <</Length 8/Filter/FlateDecode>> stream
GARBAGE!
endstream endobj
)" + pages + R"(trailer <</Root 1 0 R>>
%%EOF
)");
  expect_complaint(print({"book.pdf", "--pdf-resolution", "72", "--planes", "K", "--threads", "2", "-o", "out"}), 1,
                   {"book.pdf page 4: Ghostscript cannot draw it"});
  EXPECT_EQ(plates_in("out").size(), 6u);
  EXPECT_FALSE(fs::exists(file("out/book-4.Black.tif")));
  EXPECT_NEAR(plate("out/book-3.Black.tif").coverage(), 25, 1);
  EXPECT_NEAR(plate("out/book-5.Black.tif").coverage(), 25, 1);
}

// A page with holes must not be printed in silence.
TEST_F(PdfRefusal, OfDamagedData) {
  save("noise.ps",
       "%!PS\n<< /PageSize [144 144] >> setpagedevice 10 10 scale 0 1 13 { /x exch def 0 1 13 { /y exch def "
       "rand 7 mod 7 div setgray x y 1 1 rectfill } for } for showpage\n");
  make_pdf("noise.ps", "page.pdf");
  std::string text = content_of("page.pdf");
  const std::size_t data = text.find("stream\n");
  ASSERT_NE(data, std::string::npos);
  text.replace(data + 40, 20, 20, '\xff');
  save("page.pdf", text);
  for (const char* by : {"gs", "gs-rgb", "pdftoppm"}) {
    if (std::string(by) == "pdftoppm" && !fs::exists("/usr/bin/pdftoppm")) continue;
    expect_complaint(print({"page.pdf", "--pdf-by", by, "--pdf-resolution", "36", "-o", "out"}), 1,
                     {"page.pdf: ", " cannot draw it: "});
  }
  EXPECT_FALSE(fs::exists(file("out")));
}

// A wrong table of contents is common, and nothing is lost with it.
TEST_F(PdfRefusal, IsNotForFilesThatCanBeRepaired) {
  write_pdf("book.pdf", 2);
  std::string text = content_of("book.pdf");
  const std::size_t table = text.rfind("startxref\n") + 10;
  text.replace(table, text.find('\n', table) - table, "7");
  save("repaired.pdf", text);
  for (const char* name : {"book", "repaired"})
    expect_done(print({name + std::string(".pdf"), "--pdf-resolution", "72", "--name", "{number}{ink}", "-o", name}));
  expect_same(plates_in("repaired"), plates_in("book"));
}

TEST_F(PdfRefusal, OfEncryptedFilesWithoutTheirPassword) {
  write_pdf("book.pdf", 1, {"-sOwnerPassword=o", "-sUserPassword=(u) >x", "-dEncryptionR=3", "-dKeyLength=128"});
  save("word.txt", "(u) >x\r\nMore.\n");
  save("wrong.txt", "u\n");
  const auto with = [this](const std::string& word, const std::string& by = "gs") {
    return print({"book.pdf", "--pdf-password-file", word, "--pdf-by", by, "--pdf-resolution", "36", "-o", "out"});
  };
  expect_complaint(with("wrong.txt"), 1, {"book.pdf: is encrypted", "another --pdf-password-file"});
  expect_complaint(with("none.txt"), 1, {"none.txt: cannot be read", "--pdf-password-file"});
  EXPECT_FALSE(fs::exists(file("out")));
  expect_done(with("word.txt"));
  EXPECT_EQ(plates_in("out").size(), 6u);
  expect_done(with("word.txt", "gs-rgb"));
  for (const char* by : {"gs", "pdftoppm"}) {
    if (std::string(by) == "pdftoppm" && !fs::exists("/usr/bin/pdftoppm")) continue;
    expect_complaint(print({"book.pdf", "--pdf-by", by}), 1, {"book.pdf: is encrypted", "qpdf --decrypt"});
  }
}

TEST_F(PdfRefusal, OfEndlessPrograms) {
  save("endless.ps", "%!PS\n{} loop\n");
  save("later.ps", "%!PS\nshowpage {} loop\n");
  for (const char* name : {"endless.ps", "later.ps"}) {
    expect_complaint(print({name, "--pdf-time", "1", "-o", "out"}), 1,
                     {std::string(name) + ": Ghostscript took longer than 1 seconds", "give a larger --pdf-time"});
  }
}

// A page of 200×200 inches has 230 gigapixels.
TEST_F(PdfRefusal, OfHugePages) {
  save("huge.ps", "%!PS\n<< /PageSize [14400 14400] >> setpagedevice 0 0 9 9 rectfill showpage\n");
  make_pdf("huge.ps", "huge.pdf");
  Command huge = pdf_command({"huge.pdf", "--pdf-resolution", "2400"});
  huge.patience = std::chrono::seconds(30);
  expect_complaint(run(huge), 1, {"huge.pdf: is too large: at 2400 dpi", "--spool", "--pdf-resolution"});
  expect_done(print({"huge.pdf", "--pdf-resolution", "10", "--planes", "K", "-o", "out"}));
  EXPECT_EQ(plate("out/huge.Black.tif").width, 2000u);
}

// PostScript does not say the size of its pages before it draws them.
TEST_F(PdfRefusal, OfFilesAboveTheLimit) {
  save("noise.ps",
       "%!PS\n<< /PageSize [1440 1440] >> setpagedevice 10 10 scale 0 1 143 { /x exch def 0 1 143 { /y exch def "
       "rand 97 mod 97 div setgray x y 1 1 rectfill } for } for showpage\n");
  expect_complaint(print({"noise.ps", "--pdf-resolution", "288", "--spool", "1", "-o", "out"}), 1,
                   {"noise.ps: Ghostscript", "give a larger --spool"});
}

TEST_F(PdfRefusal, WithoutAProgram) {
  save("page.pdf", "%PDF-1.7\n%%EOF\n");
  Command command = pdf_command({"page.pdf"});
  command.environment["PATH"] = "";
  expect_complaint(run(command), 1, {"page.pdf: there is no Ghostscript (gs) to draw it; apt install ghostscript"});
  command.words.insert(command.words.end(), {"--pdf-by", "pdftoppm"});
  expect_complaint(run(command), 1, {"page.pdf: there is no pdftoppm (pdfinfo) to draw it; apt install poppler-utils"});
}

TEST_F(PdfRefusal, OfAProgramThatIsKilled) {
  save("page.pdf", "%PDF-1.7\n%%EOF\n");
  expect_complaint(run(with_script(instead_of_drawing("kill -9 $$"), {"page.pdf"})), 1,
                   {"page.pdf: Ghostscript was ended by SIGKILL"});
  expect_complaint(run(with_script("exit 3", {"page.pdf"})), 1,
                   {"page.pdf: Ghostscript cannot draw it: it ended with status 3"});
  expect_complaint(run(with_script(instead_of_drawing("exit 0"), {"page.pdf"})), 1, {"page.pdf: "});
  expect_complaint(run(with_script("true", {"page.pdf"})), 1, {"page.pdf: has no pages"});
}

TEST_F(PdfRefusal, OfAProgramThatNeverEnds) {
  save("page.pdf", "%PDF-1.7\n%%EOF\n");
  for (const char* what : {"exec >&- 2>&-; sleep 1000", "sleep 1000 & sleep 1000", "yes"}) {
    Command command = with_script(instead_of_drawing(what), {"page.pdf", "--pdf-time", "1"});
    command.patience = std::chrono::seconds(20);
    expect_complaint(run(command), 1, {"page.pdf: Ghostscript took longer than 1 seconds"});
  }
}

// The script gets what a hostile page may get out of Ghostscript.
TEST_F(PdfRefusal, OfWhatAProgramMustNotDo) {
  if (!has_landlock()) GTEST_SKIP() << "NOT TESTED: this kernel has no Landlock";
  write_pdf("page.pdf", 1);
  const auto fails_at = [&](const std::string& what) {
    return run(with_script(instead_of_drawing("echo x > inside && cat inside > /dev/null && " + what + "\nexit 1\n"),
                           {"page.pdf"}));
  };
  for (const std::string& what :
       {"echo x > " + file("outside"), std::string("echo x > ../outside"),
        std::string("echo x > /tmp/platerip-outside"), "mkdir " + file("tmp/outside"), "rm " + file("page.pdf"),
        "mv inside " + file("outside"), "truncate -s 1 " + file("page.pdf")})
    expect_complaint(fails_at(what), 1, {"page.pdf: Ghostscript cannot draw it: ", "denied"});
  expect_complaint(fails_at("exec 5<>/dev/tcp/127.0.0.1/9"), 1,
                   {"page.pdf: Ghostscript cannot draw it: ", "not permitted"});
  EXPECT_GT(fs::file_size(file("page.pdf")), 1000u);
  EXPECT_FALSE(fs::exists(file("outside")));
  EXPECT_FALSE(fs::exists("/tmp/platerip-outside"));
}

TEST_F(PdfRefusal, WhenItIsStopped) {
  save("page.pdf", "%PDF-1.7\n%%EOF\n");
  Process process(with_script(instead_of_drawing("echo x > drawing; exec sleep 1000"), {"page.pdf"}));
  while (!process.ended() && !has_work_folder()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"page.pdf", "SIGTERM"});
}

// The next run cleans up, and takes nothing from a run that still works.
TEST_F(PdfRefusal, WhenItIsKilledLeavesWhatTheNextRunRemoves) {
  save("page.pdf", "%PDF-1.7\n%%EOF\n");
  Process working(with_script(instead_of_drawing("echo x > drawing; exec sleep 1000"), {"page.pdf"}));
  while (!working.ended() && !has_work_folder()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto folders = [this] { return std::distance(fs::directory_iterator(file("tmp")), fs::directory_iterator()); };
  EXPECT_EQ(run(pdf_command({"page.pdf"})).status, 1);
  EXPECT_EQ(folders(), 1);
  working.send(SIGKILL);
  EXPECT_EQ(working.wait().signal, SIGKILL);
  EXPECT_EQ(folders(), 1);
  EXPECT_EQ(run(pdf_command({"page.pdf"})).status, 1);
}

TEST_F(PdfRefusal, OfAFolderThatCannotBeMade) {
  save("page.pdf", "%PDF-1.7\n%%EOF\n");
  Command command = pdf_command({"page.pdf"});
  command.environment["TMPDIR"] = "/nowhere";
  expect_complaint(run(command), 1, {"page.pdf: no temporary folder can be made in TMPDIR (/nowhere)", "set TMPDIR"});
}

}  // namespace
}  // namespace platerip::test
