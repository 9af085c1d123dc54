// The table of a job's options, and its errors of one line each.
#include "rip/job/job_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "halftone/screens/spot.h"
#include "rip/job/one_line.h"

namespace platerip::rip {
namespace {

using testing::Field;
using testing::HasSubstr;
using Action = Advice::Action;
using Curve = profiles::PerInk<std::string>;

std::optional<std::string> in_hyphens(const std::string& setting) {
  return "--" + setting;
}

// Whether the default is shown as a word that the option takes.
bool is_word(std::string_view fallback) {
  return !fallback.empty() && fallback.find(' ') == std::string_view::npos;
}

TEST(JobOptions, HaveTheDefaultsThatHelpShows) {
  const Job untouched;
  Job job;
  for (const JobOptionGroup& group : job_option_groups()) {
    for (const JobOption& option : group.options) {
      if (!is_word(option.fallback)) continue;
      EXPECT_TRUE(set_option(job, option.name, std::string(option.fallback)).ok()) << option.name;
    }
  }
  EXPECT_EQ(job.intent.value(), profiles::default_intent);
  EXPECT_EQ(job.precision, untouched.precision);
  EXPECT_EQ(job.keep_black, untouched.keep_black);
  EXPECT_EQ(job.method, untouched.method);
  EXPECT_EQ(job.drops.levels, untouched.drops.levels);
  EXPECT_EQ(job.backend, untouched.backend);
  EXPECT_EQ(job.plates.compression, untouched.plates.compression);
  EXPECT_EQ(job.memory, untouched.memory);
  EXPECT_EQ(job.device, untouched.device);
  EXPECT_EQ(job.spool, untouched.spool);
}

TEST(JobOptions, GiveEachThreadMemoryWithinBounds) {
  Job job;
  for (const auto& [threads, mib] : {std::pair{1, 128}, {4, 128}, {8, 256}, {16, 512}, {64, 512}}) {
    job.threads = threads;
    EXPECT_EQ(memory_of(job) >> 20, mib) << threads;
  }
  ASSERT_TRUE(set_option(job, "memory", "12").ok());
  EXPECT_EQ(memory_of(job) >> 20, 12);
}

TEST(JobOptions, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const JobOptionGroup& group : job_option_groups()) {
    for (const JobOption& option : group.options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      EXPECT_EQ(find_job_option(option.name), &option);
    }
  }
}

TEST(JobOptions, OfWhichTheLastWordCountsUnlessTheyAdd) {
  Job job;
  for (const char* const word : {"C,M", "K"}) EXPECT_TRUE(set_option(job, "planes", word).ok());
  for (const char* const word : {"C=a", "K=b=c"}) EXPECT_TRUE(set_option(job, "curve", word).ok());
  for (const char* const word : {"yes", "OFF", "1"}) EXPECT_TRUE(set_option(job, "invert", word).ok());
  EXPECT_THAT(job.planes, testing::ElementsAre("K"));
  EXPECT_THAT(job.curves, testing::ElementsAre(Field(&Curve::value, "a"), Field(&Curve::value, "b=c")));
  EXPECT_TRUE(job.plates.invert);
}

// A word for each option, which is not its default.
const std::map<std::string, std::string> sample_words = {{"profile", "a.icc"},
                                                         {"pdf-password-file", "word.txt"},
                                                         {"input-profile", "b.icc"},
                                                         {"ignore-embedded", "true"},
                                                         {"intent", "absolute"},
                                                         {"bpc", "false"},
                                                         {"precision", "exact"},
                                                         {"convert-cmyk", "true"},
                                                         {"paper-white", "true"},
                                                         {"keep-black", "neutral"},
                                                         {"curve", "C=c.txt"},
                                                         {"across", "K=k.txt"},
                                                         {"ink-limit", "280.5"},
                                                         {"crisp", "hairlines"},
                                                         {"plate", "White=inks:C+Gold,choke=0.3mm,amount=90,over"},
                                                         {"choke", "White=0.3mm"},
                                                         {"spread", "Y=2px"},
                                                         {"knock-out", "#000000,tolerance=2.5"},
                                                         {"halftone", "fan"},
                                                         {"sharpness", "K=20"},
                                                         {"inks", "even"},
                                                         {"quality", "best"},
                                                         {"search-rounds", "3"},
                                                         {"screen-ruling", "133"},
                                                         {"screen-angle", "-7.5"},
                                                         {"dot", "diamond"},
                                                         {"dot-size", "3"},
                                                         {"min-dot", "2.5"},
                                                         {"screen-file", "M=m.pgm"},
                                                         {"levels", "4"},
                                                         {"drops", "K=0,28,55,100"},
                                                         {"light", "C=Light Cyan:0.3,Pale Cyan:0.125:2"},
                                                         {"split", "C=s.txt"},
                                                         {"drop-file", "d.txt"},
                                                         {"drop-mix", "55"},
                                                         {"backend", "reference"},
                                                         {"output", "plates"},
                                                         {"name", "{page}_{letter}"},
                                                         {"resolution", "600"},
                                                         {"force-resolution", "true"},
                                                         {"upright", "true"},
                                                         {"planes", "C,K"},
                                                         {"compression", "g4"},
                                                         {"invert", "true"},
                                                         {"manifest", "true"},
                                                         {"preview", "p.png"},
                                                         {"report", "r.html"},
                                                         {"report-crop", "3,4"},
                                                         {"zones", "12"},
                                                         {"ink-color", "Gold=#b58e3a"},
                                                         {"paper-color", "#202028"},
                                                         {"ppf", "p.ppf"},
                                                         {"step", "2x3,gap=2.5mm"},
                                                         {"margin", "7.5mm"},
                                                         {"mirror", "true"},
                                                         {"marks", "crop,label"},
                                                         {"date", "2 May"},
                                                         {"pages", "1-3,8,10-"},
                                                         {"pdf-by", "gs-rgb"},
                                                         {"pdf-resolution", "1200"},
                                                         {"pdf-box", "trim"},
                                                         {"pdf-time", "30"},
                                                         {"threads", "3"},
                                                         {"memory", "300"},
                                                         {"device", "1"},
                                                         {"gpu-memory", "1000"},
                                                         {"spool", "100"},
                                                         {"strip-rows", "64"},
                                                         {"checkpoint", "60"}};

TEST(JobOptions, CanBeReadBack) {
  const Job untouched;
  for (const JobOption* const option : all_job_options()) {
    EXPECT_TRUE(words_of(untouched, *option).empty()) << option->name;
    if (option->name == "for") continue;  // it sets others
    const auto sample = sample_words.find(std::string(option->name));
    ASSERT_NE(sample, sample_words.end()) << option->name;
    Job job;
    ASSERT_TRUE(set_option(job, option->name, sample->second).ok()) << option->name;
    EXPECT_THAT(words_of(job, *option), testing::ElementsAre(sample->second)) << option->name;
    for (const JobOption* const other : all_job_options())
      EXPECT_EQ(words_of(job, *other).empty(), other != option) << option->name << " sets " << other->name;
  }
}

std::vector<std::string> words_of(const Job& job, std::string_view name) {
  return words_of(job, *find_job_option(name));
}

TEST(JobOptions, ThatMeanTheSameReadBackTheSame) {
  const std::tuple<const char*, const char*, const char*> same[] = {
      {"ink-limit", "280.0", "280"},
      {"ink-limit", "+2.8e2", "280"},
      {"ink-limit", "C=90.50", "C=90.5"},
      {"invert", "Yes", "true"},
      {"screen-ruling", "133.00", "133"},
      {"planes", "K , C", "C,K"},
      {"report-crop", "03,4", "3,4"},
      {"ink-color", "X=#ABCDEF", "X=#abcdef"},
      {"dot", "Diamond", "diamond"},
      {"drops", "28, 55,100", "0,28,55,100"},
      {"drops", "K=0,0.5,1.5", "K=0,1,3"},
      {"light", "K=Gray:.500, Light Gray:2e-1:2", "K=Gray:0.5,Light Gray:0.2:2"},
      {"plate", "W=alpha,under,choke=0.30", "W=alpha,choke=0.3mm"},
      {"plate", "W=channel:V,spread=3.0px", "W=channel:V,spread=3px"},
      {"knock-out", "#ABCDEF,tolerance=0", "#abcdef"}};
  for (const auto& [name, word, read_back] : same) {
    Job job;
    ASSERT_TRUE(set_option(job, name, word).ok()) << name << ' ' << word;
    EXPECT_THAT(words_of(job, name), testing::ElementsAre(read_back));
  }
  for (const auto& [name, word] : {std::pair{"levels", "2"}, {"invert", "off"}, {"halftone", "tone"}, {"bpc", "1"}}) {
    Job job;
    ASSERT_TRUE(set_option(job, name, word).ok());
    EXPECT_THAT(words_of(job, name), testing::IsEmpty()) << name;
  }
}

TEST(JobOptions, OfAllInksAndOfSingleOnesGoTogether) {
  Job job;
  for (const char* const word : {"K=90", "280", "C=70", "300"}) EXPECT_TRUE(set_option(job, "ink-limit", word).ok());
  EXPECT_THAT(words_of(job, "ink-limit"), testing::ElementsAre("300", "C=70", "K=90"));
}

TEST(JobOptions, SetByAProgramReadBackToo) {
  Job job;
  job.ink_limit = 240;
  job.curves = {{"K", "k.cal"}};
  job.screens.dot = halftone::find_spot("Cross");
  EXPECT_THAT(words_of(job, "ink-limit"), testing::ElementsAre("240"));
  EXPECT_THAT(words_of(job, "curve"), testing::ElementsAre("K=k.cal"));
  EXPECT_THAT(words_of(job, "dot"), testing::ElementsAre("Cross"));
}

TEST(JobOptions, TellTheFilesThatTheyName) {
  Job job;
  for (const auto& [name, word] : {std::pair{"profile", "a.icc"},
                                   {"curve", "C=c=1.txt"},
                                   {"curve", "K=k.txt"},
                                   {"screen-file", "M=m.pgm"},
                                   {"preview", "p.png"},
                                   {"output", "plates"}})
    ASSERT_TRUE(set_option(job, name, word).ok()) << name;
  EXPECT_THAT(files_named(job), testing::ElementsAre("a.icc", "c=1.txt", "k.txt", "m.pgm"));
}

TEST(JobOptions, ThatAreWrongAreNamedAndChangeNothing) {
  const std::pair<const char*, const char*> wrong[] = {
      {"levels", "17"},       {"levels", "two"},        {"levels", "2.0"},  {"levels", ""},
      {"ink-limit", "nan"},   {"ink-limit", "1e9"},     {"memory", "0"},    {"memory", "1 GiB"},
      {"memory", "16777217"}, {"invert", "maybe"},      {"planes", "C,,K"}, {"preview", "a.jpeg"},
      {"drops", "0,2,1"},     {"drops", "K=0,1,100"},   {"drops", "0,1,x"}, {"drop-mix", "101"},
      {"light", "C=L"},       {"light", "L:0.3"},       {"light", "C=L:1"}, {"light", "C=:0.3"},
      {"light", "C=L:0.3:0"}, {"light", "C=L:0.3:1:1"}, {"curve", "C="},    {"intent", "Relative"},
      {"compression", "jpeg"}};
  Job job;
  for (const auto& [name, word] : wrong) {
    const Status status = set_option(job, name, word);
    ASSERT_FALSE(status.ok()) << name << ' ' << word;
    EXPECT_EQ(status.error().setting, name);
    EXPECT_EQ(status.error().code, ErrorCode::bad_setting);
  }
  EXPECT_FALSE(set_option(job, "no-such-option", "1").ok());
  EXPECT_EQ(job.drops.levels, 2);
  EXPECT_EQ(job.memory, Job().memory);
  EXPECT_TRUE(job.planes.empty());
  EXPECT_TRUE(job.curves.empty());
}

TEST(JobOptions, ThatContradictEachOtherAreRefused) {
  Job job;
  EXPECT_TRUE(check_job(job).ok());
  job.drops.levels = 4;
  job.plates.invert = true;
  EXPECT_EQ(check_job(job).error().setting, "invert");
  job.plates = {.folder = {}, .compression = tiffio::Compression::g4};
  EXPECT_EQ(check_job(job).error().setting, "compression");
  job = {};
  ASSERT_TRUE(set_option(job, "drops", "K=0,1,3").ok());
  job.method = "les";
  EXPECT_EQ(check_job(job).error().setting, "drops");
  job = {};
  ASSERT_TRUE(set_option(job, "light", "K=Gray:0.5").ok());
  job.plates.invert = true;
  EXPECT_TRUE(check_job(job).ok());
  job.drops.levels = 3;
  EXPECT_EQ(check_job(job).error().setting, "invert");
  job.plates.invert = false;
  job.screens.min_dot_percent = 3;
  EXPECT_EQ(check_job(job).error().setting, "min-dot");
  job = {};
  job.force_resolution = true;
  EXPECT_EQ(one_line(check_job(job).error(), in_hyphens),
            "--force-resolution: there is no resolution to force; give --resolution DPI");
  job.resolution = 600;
  EXPECT_TRUE(check_job(job).ok());
  job.backend = "abacus";
  EXPECT_THAT(one_line(check_job(job).error(), in_hyphens), HasSubstr("--backend: 'abacus' is not one of"));
}

TEST(JobOptions, CheckpointsNeedPlateFilesWithManifests) {
  Job whole;
  whole.checkpoint = 60;
  whole.plates.manifest = true;
  EXPECT_TRUE(check_job(whole).ok());

  const auto refused = [&whole](const auto& change) {
    Job job = whole;
    change(job);
    const Status status = check_job(job);
    return status.ok() ? "accepted" : one_line(status.error(), in_hyphens);
  };
  EXPECT_EQ(refused([](Job& job) { job.preview = "page.png"; }),
            "--checkpoint: a preview needs the whole page; leave out --preview, or leave out --checkpoint");
  EXPECT_THAT(refused([](Job& job) { job.report.file = "page.html"; }), HasSubstr("--checkpoint: a report"));
  EXPECT_THAT(refused([](Job& job) { job.ppf = "page.ppf"; }), HasSubstr("--checkpoint: an ink preview"));
  EXPECT_THAT(refused([](Job& job) { job.plates.manifest = false; }), HasSubstr("; give --manifest"));
  for (const double seconds : {-1.0, 86401.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THAT(refused([seconds](Job& job) { job.checkpoint = seconds; }), HasSubstr("0 to 86400 seconds"));
}

TEST(OneLine, HasTheSettingThenTheMessageThenTheWaysOut) {
  const Error error{"is wrong",
                    ErrorCode::bad_setting,
                    {{Action::give_at_least, "memory", "300"},
                     {Action::give_larger, "spool"},
                     {Action::give_another, "profile"},
                     {Action::leave_out, "invert"},
                     {Action::give, "convert-cmyk", "", "to convert them"},
                     {.action = Action::other, .value = "take TIFF"}},
                    "levels"};
  EXPECT_EQ(one_line(error.about("page.tif"), in_hyphens),
            "--levels: page.tif: is wrong; give --memory 300 or more, or give a larger --spool, or give another "
            "--profile, or leave out --invert, or give --convert-cmyk to convert them, or take TIFF");
}

TEST(OneLine, HasNoAdviceThatItsReaderCannotFollow) {
  const auto only_memory = [](const std::string& setting) {
    return setting == "memory" ? std::optional<std::string>("memory-default") : std::nullopt;
  };
  const Remark remark{"is small", {{Action::leave_out, "preview"}, {Action::give_at_least, "memory", "300"}}};
  EXPECT_EQ(one_line(remark, only_memory), "is small; give memory-default 300 or more");
  EXPECT_EQ(one_line(Remark{"is small", {{Action::leave_out, "preview"}}}, only_memory), "is small");
}

}  // namespace
}  // namespace platerip::rip
