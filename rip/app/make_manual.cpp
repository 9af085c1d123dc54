// make-manual: writes the manual pages from the table of options during the build.
#include <cstdio>
#include <cstring>
#include <string>

#include "rip/app/options.h"

namespace platerip::rip {
namespace {

// Escapes what roff would interpret.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '-' || c == '\\') result += '\\';
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    result += c;
  }
  return result;
}

void heading(const char* page, int section) {
  std::printf(".TH %s %d \"\" \"platerip " PLATERIP_VERSION "\"\n", page, section);
}

void entry(const std::string& term, const std::string& text) {
  std::printf(".TP\n%s\n%s\n", term.c_str(), escaped(text).c_str());
}

std::string described(const OptionInfo& option) {
  return option.description + (option.fallback.empty() ? "" : "; default: " + option.fallback);
}

std::string bold(const std::string& text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string with_value(const std::string& option, const std::string& value, char separator) {
  if (value.empty()) return bold(option);
  const bool has_separator = value.starts_with('[');
  return bold(option) + (has_separator ? "" : std::string(1, separator)) + "\\fI" + escaped(value) + "\\fR";
}

void platerip_page() {
  heading("PLATERIP", 1);
  std::puts(
      ".SH NAME\nplaterip \\- make halftoned printing plates of pages\n"
      ".SH SYNOPSIS\n\\fBplaterip\\fR [\\fIoptions\\fR] \\fIPAGE\\fR...\n.br\n"
      "\\fBplaterip\\fR [\\fIoptions\\fR] \\fB\\-\\fR\n"
      ".SH DESCRIPTION\nEach page of each file, TIFF or binary PBM, PGM, PPM or PAM, becomes a halftoned TIFF plate "
      "for "
      "each ink of the press. With \\fB\\-\\fR pages come from standard input: the same, or CUPS or PWG raster.\n"
      ".SH OPTIONS");
  for (const OptionGroup& group : option_table()) {
    std::printf(".SS %s\n", escaped(group.title).c_str());
    for (const OptionInfo& option : group.options) {
      const std::string letter = option.letter.empty() ? "" : bold("-" + option.letter) + ", ";
      entry(letter + with_value("--" + option.name, option.value, ' '), described(option));
    }
  }
  std::puts(
      ".SH EXIT STATUS\n0 all pages done, 1 a page failed (the others are still done, but for those of a stream), 2 "
      "wrong usage.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBTMPDIR\\fR\nwhere what cannot stream waits\n"
      ".TP\n\\fBSOURCE_DATE_EPOCH\\fR\nthe date in the plates; without it they have none\n"
      ".SH SEE ALSO\n\\fBrastertoplates\\fR(8)");
}

void filter_page() {
  heading("RASTERTOPLATES", 8);
  std::puts(
      ".SH NAME\nrastertoplates, tifftoplates \\- CUPS filters that make printing plates\n"
      ".SH SYNOPSIS\n\\fBrastertoplates\\fR \\fIjob user title copies options\\fR [\\fIfile\\fR]\n.br\n"
      "\\fBtifftoplates\\fR \\fIjob user title copies options\\fR [\\fIfile\\fR]\n"
      ".SH DESCRIPTION\n\\fBrastertoplates\\fR reads CUPS raster, \\fBtifftoplates\\fR TIFF. Both write "
      "application/vnd.platerip\\-plates, one TIFF with a plate for each page and ink, or "
      "application/vnd.platerip\\-raster, a CUPS raster of CMYK with the bits of the plates, as the printer's PPD "
      "asks. "
      "The order and colour space of the raster are those of the PPD's plateripRaster for the choice of ColorModel, "
      "else of that choice's code. The press profile is, where no option names one, the PPD's plateripProfile for the "
      "choices of ColorModel, MediaType and Resolution, else its cupsICCProfile, which Ghostscript's filter reads too: "
      "where PDF is printed, only plateripProfile may name a profile of other colours than the pages have. Jobs that "
      "pass that filter take "
      "PlateripProfile=FILE: it has an option profile of its own and reports errors over a file's name.\n"
      ".SH JOB OPTIONS\nAlso as options of the PPD: ink\\-limit is PlateripInkLimit there, with the PPD's choices or "
      "any other "
      "value. The choice Gray of ColorModel and print\\-color\\-mode=monochrome make RGB pages gray and choose "
      "black\\-only=pages. What a job asks for counts more than what the queue has for all jobs, and that more than "
      "the PPD's "
      "default.");
  for (const OptionInfo& option : job_options()) entry(with_value(option.name, option.value, '='), described(option));
  std::puts(
      ".SS Of the printer\nOnly its owner sets these, as defaults of the queue (lpadmin \\-o memory\\-default=64) or "
      "in the "
      "PPD; those of a job are ignored.");
  for (const OptionInfo& option : machine_options())
    entry(with_value(option.name, option.value, '='), described(option));
  std::puts(
      ".SS Of tifftoplates\nppi, natural\\-scaling, scaling, print\\-scaling, fit\\-to\\-page, fitplot, fill, "
      "orientation\\-requested, "
      "landscape, mirror, position, page\\-ranges\n"
      ".SH EXIT STATUS\n0, or 1 after one line that begins with ERROR.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBPPD\\fR\nthe printer's\n.TP\n\\fBFINAL_CONTENT_TYPE\\fR\nwhat to write\n"
      ".TP\n\\fBTMPDIR\\fR\nwhere what cannot stream waits\n"
      ".TP\n\\fBCUPS_CACHEDIR\\fR\nholds the folder platerip, the cache of precision exact\n"
      ".SH SEE ALSO\n\\fBplates\\fR(8), \\fBplaterip\\fR(1), \\fBcupsfilter\\fR(8), \\fBfilter\\fR(7)");
}

void backend_page() {
  heading("PLATES", 8);
  std::puts(
      ".SH NAME\nplates \\- CUPS backend that keeps printing plates in folders\n"
      ".SH SYNOPSIS\n\\fBlpadmin\\fR \\-p \\fIprinter\\fR \\-E \\-m platerip/prplates.ppd \\-v "
      "\\fBplates:\\fR\\fI/folder\\fR[\\fB?\\fR\\fIsetting\\fR[\\fB&\\fR\\fIsetting\\fR...]]\n"
      ".SH DESCRIPTION\nEach job gets a folder of its own in \\fI/folder\\fR, called after its number and title. It "
      "holds a "
      "TIFF for each ink of each page, as \\fBplaterip\\fR(1) makes them, and appears when all of them are whole; "
      "until "
      "then it is hidden and its name ends with .part. Nothing is replaced: a name that is taken is followed by \\-2, "
      "\\-3 and so on. The backend works as the owner of the plates, who must be allowed to write to \\fI/folder\\fR. "
      "That must exist, and no part of its path may be a link; a space in it is %20.\n"
      ".SH SETTINGS");
  entry("\\fBowner=\\fR\\fIUSER\\fR", "name or number of the plates' owner; default: the folder's");
  entry("\\fBgroup=\\fR\\fIGROUP\\fR", "name or number of the plates' group; default: the folder's");
  entry("\\fBmode=\\fR\\fIMODE\\fR", "permissions of a plate, in octal; default: 0644");
  std::puts(
      ".SH EXIT STATUS\n0 the plates are in their folder; 3 the job is held: it is no file of plates, or the filter "
      "before "
      "failed; 4 the printer is stopped and keeps its jobs: its device is wrong, its folder cannot be used or the disk "
      "is full; 5 the job was canceled. But for 0 and 5 a line that begins with ERROR says why, where no filter has.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBDEVICE_URI\\fR\nthe printer's device\n"
      ".TP\n\\fBTMPDIR\\fR\nwhere a job waits until it has come whole\n"
      ".SH SEE ALSO\n\\fBrastertoplates\\fR(8), \\fBplaterip\\fR(1), \\fBlpadmin\\fR(8), \\fBbackend\\fR(7)");
}

}  // namespace
}  // namespace platerip::rip

int main(int argc, char* argv[]) {
  const std::string page = argc == 2 ? argv[1] : "";
  if (page == "platerip") {
    platerip::rip::platerip_page();
  } else if (page == "rastertoplates") {
    platerip::rip::filter_page();
  } else if (page == "plates") {
    platerip::rip::backend_page();
  } else {
    std::fputs("usage: make-manual platerip|rastertoplates|plates\n", stderr);
    return 2;
  }
  return 0;
}
