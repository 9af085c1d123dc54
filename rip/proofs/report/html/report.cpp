#include "rip/proofs/report/html/report.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "profiles/sha256.h"
#include "rip/proofs/report/html/report_assets.h"
#include "rip/proofs/report/html/report_parts.h"
#include "rip/proofs/report/picture.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

struct Link {
  const char* target;
  const char* text;
};

// The source expression of the content security policy for one inline text.
std::string hash_of(std::string_view text) {
  const auto digest = profiles::sha256(std::as_bytes(std::span(text)));
  return "'sha256-" + base64(digest.data(), digest.size()) + "'";
}

void write_head(Html& html, const ReportFacts& facts) {
  const std::string policy = "default-src 'none'; img-src data:; style-src " + hash_of(report_style) + "; script-src " +
                             hash_of(report_script) + "; base-uri 'none'; form-action 'none'";
  html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n");
  html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"platerip\">\n");
  html.element("title", "Plates of " + facts.page);
  html.raw("<style>").raw(report_style).raw("</style>\n</head>\n<body>\n");
}

void write_navigation(Html& html, const Survey& survey) {
  html.open("nav", {{"aria-label", "Parts of this report"}}).open("ul");
  for (const Link& link :
       {Link{"#plates", "Plates"}, Link{"#inks", "Inks"}, Link{"#total", "Total ink"}, Link{"#zones", "Ink zones"},
        Link{"#dots", "Dots"}, Link{"#tones", "Flat tones"}, Link{"#settings", "Settings"}}) {
    if (std::string_view(link.target) == "#zones" && survey.zones(0).empty()) continue;
    html.open("li").element("a", link.text, {{"href", link.target}}).close("li");
  }
  html.close("ul").close("nav");
}

Html before_views(const ReportFacts& facts, const Survey& survey) {
  Html begin;
  write_head(begin, facts);
  begin.element("a", "Skip to the verdict", {{"class", "skip"}, {"href", "#verdict"}});
  begin.open("header").element("h1", "Plates of " + facts.page);
  write_verdict(begin, facts);
  begin.close("header");
  write_navigation(begin, survey);
  begin.open("main");
  return begin;
}

Html behind_views(const ReportFacts& facts, const Survey& survey, const std::vector<Crop>& crops) {
  Html end;
  write_inks(end, facts, survey);
  write_total_ink(end, facts, survey);
  write_zones(end, facts, survey);
  write_crops(end, facts, survey, crops, most_report_bytes / 2);
  write_flat_tones(end, facts, survey);
  write_settings(end, facts);
  end.close("main").raw(
      "<footer>Made by platerip. Percentages of ink are measured on the halftoned plates.</footer>\n");
  end.raw("<script>").raw(report_script).raw("</script>\n</body>\n</html>\n");
  return end;
}

}  // namespace

std::vector<std::string> report_html(const ReportFacts& facts, const Survey& survey) {
  Html begin, shown, end;
  std::vector<Crop> crops;
  Views views;
  parallel_for(2, [&](int part) {
    if (part == 0) {
      views = views_of(facts, survey, most_report_bytes);
    } else {
      begin = before_views(facts, survey);
      crops = survey.crops();
      end = behind_views(facts, survey, crops);
    }
  });
  const std::size_t rest = begin.size() + end.size();
  write_views(shown, facts, survey, crops, std::move(views), most_report_bytes - std::min(rest, most_report_bytes));
  return begin.add(std::move(shown)).add(std::move(end)).take();
}

}  // namespace platerip::rip
