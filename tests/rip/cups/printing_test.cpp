// Jobs that a real cupsd and its real filters turn into plates.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <thread>
#include <tuple>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/cups/filter_command.h"
#include "tests/rip/cups/pcl.h"
#include "tests/rip/cups/private_cups.h"

namespace platerip::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Printing : public FilterTest {
 protected:
  Printing() : FilterTest("rastertoplates") {}

  void SetUp() override {
    const std::string missing = PrivateCups::missing();
    if (!missing.empty()) GTEST_SKIP() << missing;
    cups_ = std::make_unique<PrivateCups>();
    cups_->add_queue("plates", PLATERIP_PPDS "/prplates.ppd", {"-o", "Resolution-default=300dpi"});
  }

  void expect_completed(int job) const {
    ASSERT_EQ(cups_->end_of(job), "completed") << cups_->log();
    EXPECT_THAT(cups_->left_in_tmp(), IsEmpty());
  }

  /// Expects that the printer is idle and has no more messages.
  void expect_idle(const std::string& queue) const {
    for (int polls = 0; polls < 100; ++polls) {
      const std::string attributes = cups_->attributes_of(queue);
      if (attributes.find("printer-state-reasons (keyword) = none") != std::string::npos) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ADD_FAILURE() << cups_->attributes_of(queue);
  }

  /// A PDF with what a PostScript program draws, on sheets of 200 x 150 points.
  void write_pdf_of(const std::string& drawing) const {
    const Outcome outcome =
        run({.words = {"/usr/bin/gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-o", file("page.pdf"), "-c",
                       "<< /PageSize [200 150] >> setpagedevice " + drawing + " showpage"}});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  /// A drawing with two pages.
  void write_pdf() const {
    write_pdf_of(
        "0.8 0.3 0.1 setrgbcolor 20 20 100 90 rectfill "
        "0 0.5 1 setrgbcolor 60 50 130 80 rectfill showpage "
        "0.4 setgray 50 50 100 50 rectfill");
  }

  /// The plates of page.pdf in the order of CMYK, as the queue "plates" prints it at 300 dpi.
  std::vector<Plate> plates_of_pdf(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"-o", "PageSize=Custom.200x150"});
    options.push_back(file("page.pdf"));
    expect_completed(cups_->print("plates", options));
    return plates_of(cups_->output("plates"));
  }

  /// A picture of 100 x 100 points, drawn by a PostScript program.
  void draw_picture(const std::string& device, const std::string& name, const std::string& drawing) const {
    const Outcome outcome = run({.words = {"/usr/bin/gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=" + device, "-r72",
                                           "-g100x100", "-o", file(name), "-c", drawing + " showpage"}});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  std::vector<Plate> plates_of_picture(const std::string& name, const std::string& model) const {
    const int job =
        cups_->print("plates", {"-o", "PageSize=Custom.100x100", "-o", "print-scaling=fit", "-o", model, file(name)});
    expect_completed(job);
    EXPECT_THAT(said(job), IsEmpty());
    return plates_of(cups_->output("plates"));
  }

  /// How much of each ink covers a square of 10 points at this place.
  static std::vector<double> inks_at(const std::vector<Plate>& plates, double x, double y) {
    std::vector<double> inks;
    for (const Plate& plate : plates) {
      const double dots = plate.x_resolution / 72;
      const auto side = static_cast<std::uint32_t>(10 * dots);
      inks.push_back(plate.coverage(
          {static_cast<std::uint32_t>(x * dots), static_cast<std::uint32_t>((150 - y - 10) * dots), side, side}));
    }
    return inks;
  }

  /// The warnings and errors of a job in cupsd's log.
  [[nodiscard]] std::vector<std::string> said(int job) const {
    std::istringstream lines(cups_->log());
    const std::string ours = "[Job " + std::to_string(job) + "] ";
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find(ours);
      const bool is_loud = line.starts_with("W ") || line.starts_with("E ");
      if (is_loud && at != std::string::npos) found.push_back(line.substr(at + ours.size()));
    }
    return found;
  }

  static std::set<std::string> names_in(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
  }

  /// One of our PPDs, with another filter.
  void save_ppd(const std::string& name, const std::string& from, const std::string& filter) const {
    std::ifstream original(PLATERIP_PPDS "/" + from);
    std::string ppd;
    for (std::string line; std::getline(original, line);) {
      if (!line.starts_with("*cupsFilter2:")) ppd += line + "\n";
    }
    save(name, ppd + "*cupsFilter: \"" + filter + "\"\n");
  }

  std::unique_ptr<PrivateCups> cups_;
};

TEST_F(Printing, APdfMakesThePlatesOfItsPixels) {
  write_pdf();
  // A queue whose printer takes the pages unchanged.
  save_ppd("raster.ppd", "prplates.ppd", "application/vnd.cups-raster 0 -");
  cups_->add_queue("pixels", file("raster.ppd"), {"-o", "Resolution-default=300dpi"});
  const std::vector<std::string> job{"-o", "PageSize=Custom.200x150", file("page.pdf")};
  expect_completed(cups_->print("pixels", job));
  expect_completed(cups_->print("plates", job));
  save("pixels.ras", cups_->output("pixels"));
  const Outcome outcome = piped("pixels.ras", {"-", "-o", "-"});
  expect_done(outcome);
  save("expected.tif", outcome.out);
  const std::vector<Plate> plates = plates_of(cups_->output("plates"));
  ASSERT_EQ(plates.size(), 8u);
  EXPECT_GT(plates[1].coverage(), 5);
  EXPECT_NEAR(plates[0].width, 200 * 300 / 72, 1);
  expect_same(plates, read_plates(file("expected.tif")));
  expect_idle("plates");
}

TEST_F(Printing, BlackOfACmykPdfIsBlackAlone) {
  write_pdf_of(
      "/Helvetica-Bold findfont 30 scalefont setfont 0 0 0 1 setcmykcolor 10 110 moveto (Black text) show "
      "10 10 60 60 rectfill 0 setgray 100 10 60 60 rectfill");
  const std::vector<Plate> plates = plates_of_pdf();
  ASSERT_EQ(plates.size(), 4u);
  for (const std::size_t ink : {0, 1, 2}) EXPECT_EQ(plates[ink].coverage(), 0) << plates[ink].page_name;
  for (const double x : {30, 120}) EXPECT_EQ(inks_at(plates, x, 30)[3], 100) << x;
  EXPECT_GT(plates[3].coverage({0, 0, plates[3].width, 160}), 5) << "the text";
}

TEST_F(Printing, InksOfACmykPdfAreKept) {
  write_pdf_of("0.2 0.8 0.1 0 setcmykcolor 0 0 200 150 rectfill");
  const std::vector<double> inks = inks_at(plates_of_pdf(), 90, 70);
  EXPECT_THAT(inks, testing::ElementsAre(testing::DoubleNear(20, 1), testing::DoubleNear(80, 1),
                                         testing::DoubleNear(10, 1), 0));
}

TEST_F(Printing, ColoursOfAnRgbPdfLookRightEitherWay) {
  write_pdf_of(
      "1 0 0 setrgbcolor 0 0 60 150 rectfill 0 0 1 setrgbcolor 60 0 60 150 rectfill "
      "0.5 0.5 0.5 setrgbcolor 120 0 80 150 rectfill");
  for (const char* const model : {"ColorModel=CMYK", "ColorModel=RGB"}) {
    SCOPED_TRACE(model);
    const std::vector<Plate> plates = plates_of_pdf({"-o", model});
    const auto red = inks_at(plates, 25, 70);
    EXPECT_LT(red[0], 5);
    EXPECT_GT(red[1], 90);
    EXPECT_GT(red[2], 90);
    EXPECT_LT(red[3], 5);
    const auto blue = inks_at(plates, 85, 70);
    EXPECT_GT(blue[0], 80);
    EXPECT_GT(blue[1], 60);
    EXPECT_LT(blue[2], 10);
    const auto gray = inks_at(plates, 150, 70);
    EXPECT_GT(gray[0], gray[1]) << "gray balance";
    EXPECT_NEAR(gray[1], gray[2], 3);
  }
}

TEST_F(Printing, BlackOfAnRgbPdfIsBlackAloneIfTheJobKeepsIt) {
  write_pdf_of("0 0 0 setrgbcolor 10 10 100 100 rectfill");
  const std::vector<Plate> plates = plates_of_pdf({"-o", "ColorModel=RGB", "-o", "keep-black=neutral"});
  for (const std::size_t ink : {0, 1, 2}) EXPECT_EQ(plates[ink].coverage(), 0) << plates[ink].page_name;
  EXPECT_EQ(inks_at(plates, 50, 50)[3], 100);
}

TEST_F(Printing, GraysOfAnyPdfArePrintedInBlackAlone) {
  write_pdf_of("1 0 0 setrgbcolor 0 0 60 150 rectfill 0.2 0.8 0.1 0 setcmykcolor 60 0 60 150 rectfill");
  for (const char* const option : {"print-color-mode=monochrome", "ColorModel=Gray"}) {
    SCOPED_TRACE(option);
    const std::vector<Plate> plates = plates_of_pdf({"-o", option});
    for (const std::size_t ink : {0, 1, 2}) EXPECT_EQ(plates[ink].coverage(), 0) << plates[ink].page_name;
    for (const double x : {25, 85}) EXPECT_GT(inks_at(plates, x, 70)[3], 30);
  }
}

TEST_F(Printing, SpotColoursOfAPdfAreNamedInAWarning) {
  write_pdf_of(
      "[/Separation /Gold /DeviceCMYK {0 exch dup .3 mul exch dup .8 mul exch 0 mul}] setcolorspace 1 setcolor "
      "10 10 60 60 rectfill [/Separation (Wei\\337 2) cvn /DeviceCMYK {0 0 0}] setcolorspace 1 setcolor "
      "100 10 60 60 rectfill [/Separation /Black /DeviceGray {1 exch sub}] setcolorspace 1 setcolor "
      "0 100 200 10 rectfill");
  const std::vector<std::string> job{"-o", "PageSize=Custom.200x150", file("page.pdf")};
  const int number = cups_->print("plates", job);
  expect_completed(number);
  EXPECT_THAT(said(number),
              testing::ElementsAre(testing::AllOf(HasSubstr("spot colours become process colours: Gold, Wei"),
                                                  HasSubstr(" 2; to keep"), Not(HasSubstr("Black")))));
  write_pdf();
  const int plain = cups_->print("plates", job);
  expect_completed(plain);
  EXPECT_THAT(said(plain), IsEmpty());
}

TEST_F(Printing, APdfHasEveryResolutionThatThePpdLists) {
  write_pdf_of("0 0 0 1 setcmykcolor 10 10 100 100 rectfill");
  for (const auto& [asked, x, y] : {std::tuple("Resolution=2540dpi", 2540, 2540),
                                    {"resolution=720dpi", 720, 720},
                                    {"Resolution=1440x720dpi", 1440, 720}}) {
    SCOPED_TRACE(asked);
    const std::vector<Plate> plates = plates_of_pdf({"-o", asked});
    ASSERT_EQ(plates.size(), 4u);
    EXPECT_EQ(plates[3].x_resolution, static_cast<float>(x));
    EXPECT_EQ(plates[3].y_resolution, static_cast<float>(y));
    EXPECT_NEAR(plates[3].width, 200.0 * x / 72, 1);
    EXPECT_NEAR(plates[3].height, 150.0 * y / 72, 1);
  }
}

TEST_F(Printing, APdfNeverHasAnotherResolutionThanAskedFor) {
  write_pdf_of("0 0 0 1 setcmykcolor 10 10 100 100 rectfill");
  const auto expect_held = [this](const std::string& queue, const std::string& option, const std::string& advice) {
    SCOPED_TRACE(queue + " " + option);
    const int job = cups_->print(queue, {"-o", "PageSize=Custom.200x150", "-o", option, file("page.pdf")});
    EXPECT_NE(cups_->end_of(job), "completed");
    EXPECT_THAT(cups_->attributes_of(job), HasSubstr(advice));
  };
  expect_held("plates", "Resolution=1200x1200dpi", "give Resolution=1200dpi");
  expect_held("plates", "Resolution=2450dpi", "add 2450dpi to the PPD");
  expect_held("plates", "printer-resolution=720dpi", "give Resolution=720dpi");
  expect_held("plates", "Resolution=fine", "give a resolution such as 2540dpi");
  cups_->add_queue("odd", PLATERIP_PPDS "/prplates.ppd", {"-o", "Resolution-default=2450dpi"});
  expect_held("odd", "sides=one-sided", "add 2450dpi to the PPD");
}

TEST_F(Printing, ATiffHasAnyResolution) {
  write_page(file("page.tif"), {.width = 625, .height = 500, .resolution_x = 300, .resolution_y = 300});
  cups_->add_queue("odd", PLATERIP_PPDS "/prplates.ppd", {"-o", "Resolution-default=2450dpi"});
  for (const auto& [option, resolution] :
       {std::pair("sides=one-sided", 2450.0F), {"printer-resolution=720dpi", 720}, {"Resolution=1200x1200dpi", 1200}}) {
    SCOPED_TRACE(option);
    expect_completed(cups_->print("odd", {"-o", "PageSize=Custom.150x120", "-o", option, file("page.tif")}));
    const std::vector<Plate> plates = plates_of(cups_->output("odd"));
    ASSERT_EQ(plates.size(), 4u);
    EXPECT_EQ(plates[0].x_resolution, resolution);
    EXPECT_EQ(plates[0].width, static_cast<std::uint32_t>(150 * resolution / 72 + 0.5F));
  }
}

// CUPS' own filter for pictures would print grays in black alone, and light green without black.
TEST_F(Printing, ColoursOfAPictureAreConvertedWithAProfile) {
  draw_picture("png16m", "page.png",
               "0.5 0.5 0.5 setrgbcolor 0 0 50 100 rectfill 0.25 0.5 0.25 setrgbcolor 50 0 50 100 rectfill");
  for (const char* const model : {"ColorModel=CMYK", "ColorModel=RGB"}) {
    SCOPED_TRACE(model);
    const std::vector<Plate> plates = plates_of_picture("page.png", model);
    const auto gray = inks_at(plates, 20, 95);
    EXPECT_GT(gray[1], 25);
    EXPECT_GT(gray[0], gray[1] + 3);
    EXPECT_NEAR(gray[1], gray[2], 3);
    const auto green = inks_at(plates, 70, 95);
    EXPECT_GT(green[0], 60);
    EXPECT_LT(green[1], 30);
    EXPECT_GT(green[2], 75);
  }
}

TEST_F(Printing, InksOfACmykPictureAreKept) {
  draw_picture("jpegcmyk", "page.jpg", "0.2 0.8 0.1 0 setcmykcolor 0 0 100 100 rectfill");
  const auto inks = inks_at(plates_of_picture("page.jpg", "ColorModel=CMYK"), 45, 95);
  EXPECT_THAT(inks, testing::ElementsAre(testing::DoubleNear(20, 2), testing::DoubleNear(80, 2),
                                         testing::DoubleNear(10, 2), testing::DoubleNear(0, 2)));
}

TEST_F(Printing, APdfIsPrintedWithThePressProfileOfThePpd) {
  write_pdf();
  write_file(file("press.icc"), made::press());
  std::ifstream original(PLATERIP_PPDS "/prplates.ppd");
  save("press.ppd", std::string(std::istreambuf_iterator<char>(original), {}) +
                        "*plateripProfile RGB..300dpi/press: \"" + file("press.icc") + "\"\n");
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));  // the filters run as the user `lp`
  cups_->add_queue("press", file("press.ppd"), {"-o", "Resolution-default=300dpi", "-o", "ColorModel-default=RGB"});
  const std::vector<std::string> job{"-o", "PageSize=Custom.200x150", file("page.pdf")};
  expect_completed(cups_->print("press", job));
  cups_->add_queue("named", PLATERIP_PPDS "/prplates.ppd",
                   {"-o", "Resolution-default=300dpi", "-o", "ColorModel-default=RGB", "-o",
                    "PlateripProfile-default=" + file("press.icc")});
  expect_completed(cups_->print("named", job));
  const std::vector<Plate> plates = plates_of(cups_->output("press"));
  ASSERT_EQ(plates.size(), 8u);
  expect_same(plates, plates_of(cups_->output("named")));
}

TEST_F(Printing, ATiffIsPrintedAsItIs) {
  // 150 x 120 points, in a format that CUPS' own filter refuses.
  const PageSpec page{.width = 625,
                      .height = 500,
                      .bits = 16,
                      .planar = PLANARCONFIG_SEPARATE,
                      .big_tiff = true,
                      .resolution_x = 300,
                      .resolution_y = 300};
  write_page(file("page.tif"), page);
  const int job = cups_->print("plates", {"-n", "2", "-o", "PageSize=Custom.150x120", file("page.tif")});
  expect_completed(job);
  const std::vector<Plate> plates = plates_of(cups_->output("plates"));
  ASSERT_EQ(plates.size(), 8u);
  expect_same({plates.begin(), plates.begin() + 4}, plates_of_file());
  expect_same({plates.begin() + 4, plates.end()}, plates_of_file());
  EXPECT_THAT(cups_->attributes_of(job), HasSubstr("job-media-sheets-completed (integer) = 2"));
}

TEST_F(Printing, AJobsPlatesAreKeptInAFolderOfItsOwn) {
  const std::string plates = cups_->add_plates_queue("kept");
  PageSpec page{.width = 625, .height = 500, .resolution_x = 300, .resolution_y = 300};
  write_page(file("page.tif"), page);
  page.append = true;
  write_page(file("page.tif"), page);
  expect_done(platerip({"-o", "expected", "page.tif"}));
  const std::vector<std::string> job{
      "-n", "2", "-o", "PageSize=Custom.150x120", "-o", "Resolution=300dpi", file("page.tif")};
  const int first = cups_->print("kept", job);
  const int second = cups_->print("kept", job);
  expect_completed(first);
  expect_completed(second);
  EXPECT_EQ(names_in(plates),
            (std::set<std::string>{std::to_string(first) + "-page", std::to_string(second) + "-page"}));
  for (const int number : {first, second}) {
    const std::string folder = plates + "/" + std::to_string(number) + "-page";
    EXPECT_EQ(names_in(folder), names_in(file("expected")));
    for (const std::string& name : names_in(folder)) {
      EXPECT_TRUE(read_file(folder + "/" + name) == read_file(file("expected/" + name))) << name;
      EXPECT_EQ(std::filesystem::status(folder + "/" + name).permissions(), std::filesystem::perms(0644));
    }
  }
  expect_idle("kept");
}

TEST_F(Printing, AJobThatFailsAtALaterPageKeepsNoPlates) {
  const std::string plates = cups_->add_plates_queue("kept");
  const std::string page = raster_of({{}});
  save("cut.ras", page + page.substr(4, 1000));
  const int job = cups_->print("kept", {file("cut.ras")});
  EXPECT_EQ(cups_->end_of(job), "pending-held");
  EXPECT_THAT(cups_->attributes_of(job), HasSubstr("cut.ras page 2"));
  EXPECT_THAT(names_in(plates), IsEmpty());
  expect_idle("kept");
}

TEST_F(Printing, ARawJobIsHeld) {
  const std::string plates = cups_->add_plates_queue("kept");
  write_page(file("page.tif"), {});
  const int job = cups_->print("kept", {"-o", "raw", file("page.tif")});
  EXPECT_EQ(cups_->end_of(job), "pending-held");
  EXPECT_THAT(cups_->attributes_of(job), HasSubstr("page.tif: contains something other than plates"));
  EXPECT_THAT(names_in(plates), IsEmpty());
}

TEST_F(Printing, AQueueWithoutItsFolderStopsAndKeepsItsJobs) {
  const std::string plates = cups_->add_plates_queue("kept");
  std::filesystem::rename(plates, plates + "-moved");
  save("page.ras", raster_of({{}}));
  const int job = cups_->print("kept", {file("page.ras")});
  for (int polls = 0; cups_->attributes_of("kept").find("printer-state (enum) = stopped") == std::string::npos;
       ++polls) {
    ASSERT_LT(polls, 2400) << cups_->log();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(cups_->state_of(job), "pending");
  EXPECT_THAT(cups_->attributes_of("kept"), HasSubstr(plates + ": there is no such folder"));
  std::filesystem::rename(plates + "-moved", plates);
  cups_->enable("kept");
  expect_completed(job);
  EXPECT_THAT(names_in(plates), testing::SizeIs(1));
}

TEST_F(Printing, PagesOfAnySizeAndCopiesAreCounted) {
  cups_page_header2_t header = header_of({});
  header.NumCopies = 2;
  const std::string first = raster_of({{}});
  save("three.ras",
       raw_raster(header, first.substr(4 + sizeof header)) +
           raster_of({{.page = {.width = 301, .height = 20}}, {.page = {.width = 10, .height = 400}}}).substr(4));
  const int job = cups_->print("plates", {file("three.ras")});
  expect_completed(job);
  const std::vector<Plate> plates = plates_of(cups_->output("plates"));
  ASSERT_EQ(plates.size(), 16u);
  EXPECT_EQ(plates[4].width, PageSpec().width);
  EXPECT_EQ(plates[8].width, 301u);
  EXPECT_EQ(plates[12].height, 400u);
  EXPECT_EQ(plates[0].document_name, "three.ras");
  EXPECT_THAT(cups_->attributes_of(job), HasSubstr("job-media-sheets-completed (integer) = 4"));
}

TEST_F(Printing, TheQueuesDefaultsAndTheJobsOptionsCount) {
  const RasterSpec page{.page = {.width = 301, .height = 203}};
  write_page(file("page.tif"), page.page);
  save("page.ras", raster_of({page}));
  cups_->add_queue("fan", PLATERIP_PPDS "/prplates.ppd",
                   {"-o", "PlateripHalftone-default=fan", "-o", "ink-limit-default=220"});
  expect_completed(cups_->print("fan", {file("page.ras")}));
  expect_same(plates_of(cups_->output("fan")), plates_of_file({"--halftone", "fan", "--ink-limit", "220"}));
  expect_completed(cups_->print("fan", {"-o", "halftone=bayer", "-o", "no-bpc", file("page.ras")}));
  expect_same(plates_of(cups_->output("fan")),
              plates_of_file({"--halftone", "bayer", "--ink-limit", "220", "--no-bpc"}));
  // A choice in a dialogue overrides the queue's default.
  expect_completed(cups_->print("fan", {"-o", "PlateripInkLimit=280", file("page.ras")}));
  expect_same(plates_of(cups_->output("fan")), plates_of_file({"--halftone", "fan", "--ink-limit", "280"}));
  // If the dialogue leaves it at the default, the queue's default remains.
  for (const char* nothing : {"PlateripInkLimit=Default", "PlateripInkLimit="}) {
    expect_completed(cups_->print("fan", {"-o", nothing, file("page.ras")}));
    expect_same(plates_of(cups_->output("fan")), plates_of_file({"--halftone", "fan", "--ink-limit", "220"}));
  }
}

TEST_F(Printing, PlatesThatAJobMakesHaveTheirOptions) {
  write_pdf_of("0 0 0 1 setcmykcolor 10 10 100 100 rectfill");
  const std::vector<Plate> plates =
      plates_of_pdf({"-o", "plate=White=inks,choke=2,Varnish=all,amount=50,over", "-o", "choke=K=1"});
  ASSERT_EQ(plates.size(), 6u);
  EXPECT_EQ(plates[4].page_name, "White");
  EXPECT_EQ(plates[5].page_name, "Varnish");
  // In millimetres. Edges move by whole pixels.
  const double side = 100 * 25.4 / 72, page = 2 * side * 1.5 * side;
  EXPECT_NEAR(plates[3].coverage(), 100 * (side - 2) * (side - 2) / page, 0.6);
  EXPECT_NEAR(plates[4].coverage(), 100 * (side - 4) * (side - 4) / page, 0.6);
  EXPECT_NEAR(plates[5].coverage(), 50, 0.5);
}

TEST_F(Printing, AJobMakesFilmsOfAPdf) {
  write_pdf_of("0 0 0 1 setcmykcolor 10 10 60 60 rectfill");
  const std::vector<Plate> plates = plates_of_pdf(
      {"-o", "PlateripMargin=15", "-o", "PlateripMarks=all", "-o", "PlateripMirror=True", "-o", "step=2x1"});
  ASSERT_EQ(plates.size(), 4u);
  const auto pixels = [](double points) { return static_cast<std::uint32_t>(points * 300 / 72); };
  const std::uint32_t margin = pixels(15 / 25.4 * 72), side = pixels(56);
  EXPECT_NEAR(plates[3].width, 2 * margin + pixels(400), 3);
  EXPECT_NEAR(plates[3].height, 2 * margin + pixels(150), 3);
  for (const double copy : {0, 200}) {
    const std::uint32_t left = margin + pixels(copy), top = margin + pixels(82);
    EXPECT_EQ(plates[3].coverage({left + pixels(132), top, side, side}), 100);
    EXPECT_EQ(plates[3].coverage({left + pixels(12), top, side, side}), 0);
  }
  for (const Plate& plate : plates) EXPECT_GT(plate.coverage({0, 0, plate.width, margin}), 0.5);
}

TEST_F(Printing, TheMachineIsTheQueuesToUse) {
  save("page.ras", raster_of({{.page = {.width = 40000, .height = 20}}}));
  cups_->add_queue("small", PLATERIP_PPDS "/prplates.ppd", {"-o", "memory-default=1"});
  const int refused = cups_->print("small", {"-o", "memory=64", file("page.ras")});
  EXPECT_EQ(cups_->end_of(refused), "processing-stopped");
  EXPECT_THAT(cups_->log(), HasSubstr("The option memory is for the owner of the printer"));
  EXPECT_THAT(cups_->log(), HasSubstr("give memory-default "));
  expect_completed(cups_->print("plates", {"-o", "memory=1", file("page.ras")}));
}

TEST_F(Printing, ADriversFilterStandsBehind) {
  write_pdf();
  save_ppd("driver.ppd", "prraster.ppd", "application/vnd.platerip-raster 0 rastertohp");
  cups_->add_queue("driver", file("driver.ppd"), {"-o", "Resolution-default=300dpi", "-o", "ColorModel-default=KCMY"});
  write_page(file("page.tif"), {.width = 625, .height = 500, .resolution_x = 300, .resolution_y = 300});
  for (const std::vector<std::string>& job :
       {std::vector<std::string>{"-o", "PageSize=Custom.200x150", file("page.pdf")},
        {"-o", "PageSize=Custom.150x120", file("page.tif")}}) {
    expect_completed(cups_->print("driver", job));
    expect_completed(cups_->print("plates", job));
    std::array<std::uint64_t, 4> expected{};
    for (const Plate& plate : plates_of(cups_->output("plates"))) {
      const auto ink = std::find(std::begin(ink_names), std::end(ink_names), plate.page_name) - std::begin(ink_names);
      expected[static_cast<std::size_t>((ink + 1) % 4)] +=
          static_cast<std::uint64_t>(std::count(plate.levels.begin(), plate.levels.end(), 1));
    }
    EXPECT_EQ(pcl_dots(cups_->output("driver")), expected);
  }
}

TEST_F(Printing, CupsfilterNeedsNoDaemon) {
  write_pdf();
  const std::vector<std::string> options{"PageSize=Custom.200x150", "Resolution=300dpi"};
  const Outcome plates = cups_->convert(PLATERIP_PPDS "/prplates.ppd", file("page.pdf"), options);
  EXPECT_EQ(plates.status, 0) << plates.err;
  EXPECT_EQ(plates_of(plates.out).size(), 8u);
  const Outcome raster = cups_->convert(PLATERIP_PPDS "/prraster.ppd", file("page.pdf"), options);
  EXPECT_EQ(raster.status, 0) << raster.err;
  const auto pages = read_raster(raster.out);
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_TRUE(pages[1].planes[3] == plates_of(plates.out)[7].levels);
}

TEST_F(Printing, AFailedJobSaysWhy) {
  cups_page_header2_t header = header_of({});
  header.cupsBytesPerLine -= 3;
  save("bad.ras", raw_raster(header, std::string(3000000, 'x')));
  const int job = cups_->print("plates", {file("bad.ras")});
  EXPECT_EQ(cups_->end_of(job), "processing-stopped");
  EXPECT_THAT(cups_->attributes_of(job), HasSubstr("cupsBytesPerLine"));
  EXPECT_THAT(cups_->output("plates"), IsEmpty());
  expect_idle("plates");
}

TEST_F(Printing, ACanceledJobLeavesNothing) {
  // Planar, so that it has to wait in TMPDIR until it has arrived.
  save("large.ras", raster_of({{.page = {.width = 8000, .height = 3000}, .order = CUPS_ORDER_PLANAR}}));
  const std::string plates =
      cups_->add_plates_queue("slow", {"-o", "threads-default=1", "-o", "backend-default=reference"});
  const int job = cups_->print("slow", {"-o", "halftone=jarvis", file("large.ras")});
  const std::string begun = "[Job " + std::to_string(job) + "] Making plates of page 1";
  while (cups_->log().find(begun) == std::string::npos && cups_->state_of(job) != "completed")
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  cups_->cancel(job);
  EXPECT_EQ(cups_->end_of(job), "canceled");
  expect_idle("slow");
  EXPECT_THAT(names_in(plates), IsEmpty());
  EXPECT_THAT(cups_->left_in_tmp(), IsEmpty());
  EXPECT_THAT(cups_->log(), Not(AnyOf(HasSubstr("crashed"), HasSubstr("SIGKILL"))));
}

TEST_F(Printing, TwoQueuesPrintAtOnce) {
  const RasterSpec page{.page = {.width = 3000, .height = 1000}};
  save("page.ras", raster_of({page}));
  cups_->add_queue("more", PLATERIP_PPDS "/prplates.ppd");
  const int first = cups_->print("plates", {file("page.ras")});
  const int second = cups_->print("more", {file("page.ras")});
  expect_completed(first);
  expect_completed(second);
  EXPECT_EQ(plates_of(cups_->output("plates")).size(), 4u);
  EXPECT_TRUE(cups_->output("plates") == cups_->output("more"));
}

}  // namespace
}  // namespace platerip::test
