// make-manual: writes the manual pages from the table of options during the build.
#include <cstdio>
#include <cstring>
#include <string>

#include "rip/app/options.h"
#include "rip/calibrate/orders.h"
#include "rip/selftest/selftest_options.h"
#include "rip/watch/queue_settings.h"
#include "rip/watch/service_options.h"

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
      ".SH NAME\nplaterip \\- turn pages into halftoned printing plates\n"
      ".SH SYNOPSIS\n\\fBplaterip\\fR [\\fIoptions\\fR] \\fIPAGE\\fR...\n.br\n"
      "\\fBplaterip\\fR [\\fIoptions\\fR] \\fB\\-\\fR\n"
      ".SH DESCRIPTION\nFor each page of each file, \\fBplaterip\\fR writes one halftoned TIFF plate for each ink of "
      "the press. Files may be PDF, TIFF, PNG, JPEG or binary PBM, PGM, PPM or PAM. With \\fB\\-\\fR it reads pages "
      "from standard input, which may also be CUPS or PWG raster.\n"
      ".SH OPTIONS");
  for (const OptionGroup& group : option_table()) {
    std::printf(".SS %s\n", escaped(group.title).c_str());
    for (const OptionInfo& option : group.options) {
      const std::string letter = option.letter.empty() ? "" : bold("-" + option.letter) + ", ";
      entry(letter + with_value("--" + option.name, option.value, ' '), described(option));
    }
  }
  std::puts(
      ".SH EXIT STATUS\n0 if all pages are done. 1 if a page failed; other files are still processed, but a stream "
      "stops. 2 for wrong usage. 128 + \\fIN\\fR if not all pages are done because signal \\fIN\\fR came, such as 143 "
      "for SIGTERM.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBTMPDIR\\fR\nfolder for temporary files; default: /tmp\n"
      ".TP\n\\fBSOURCE_DATE_EPOCH\\fR\ndate to write into the plates; none by default\n"
      ".TP\n\\fBXDG_CACHE_HOME\\fR\ntables of colours are kept in the folder platerip there; default: ~/.cache\n"
      ".SH SEE ALSO\n\\fBplaterip\\-calibrate\\fR(1), \\fBplaterip\\-selftest\\fR(1), \\fBplaterip\\-watch\\fR(1), "
      "\\fBrastertoplates\\fR(8)");
}

template <typename Order>
void entries(std::span<const OrderOption<Order>> options) {
  for (const auto& option : options) {
    const std::string letter = option.name == "output" ? bold("-o") + ", " : "";
    const std::string fallback = option.fallback.empty() ? "" : "; default: " + std::string(option.fallback);
    entry(letter + with_value("--" + std::string(option.name), std::string(option.value), ' '),
          std::string(option.description) + fallback);
  }
}

void calibrate_page() {
  heading("PLATERIP\\-CALIBRATE", 1);
  std::puts(
      ".SH NAME\nplaterip\\-calibrate \\- measure a press or a printer for platerip\n"
      ".SH SYNOPSIS\n\\fBplaterip calibrate target\\fR [\\fIoptions\\fR] \\fINAME\\fR\n.br\n"
      "\\fBplaterip calibrate drops\\fR [\\fIoptions\\fR] \\fIMEASUREMENTS\\fR\n.br\n"
      "\\fBplaterip calibrate curves\\fR [\\fIoptions\\fR] \\fIMEASUREMENTS\\fR\n.br\n"
      "\\fBplaterip calibrate across\\fR [\\fIoptions\\fR] \\fISCAN\\fR|\\fITABLE\\fR\n"
      ".SH DESCRIPTION\n\\fBtarget\\fR makes a page with a wedge for each ink, \\fINAME\\fR.tif, which "
      "\\fBplaterip\\fR(1) turns into plates without a profile. \\fINAME\\fR.ti2 describes it for Argyll's "
      "\\fBchartread\\fR(1), \\fINAME\\fR.ti1 for its \\fBfakeread\\fR(1). With \\fB\\-\\-levels\\fR it makes plates, "
      "\\fINAME\\fR.\\fIINK\\fR.tif, which show each drop size of a printer alone and mixed.\n.PP\n"
      "\\fBdrops\\fR reads measurements of these plates' print and writes how much ink each size prints, for the "
      "option \\fB\\-\\-drop\\-file\\fR of \\fBplaterip\\fR(1).\n.PP\n"
      "\\fBcurves\\fR reads measurements of the printed page and writes a curve for each ink, for the option "
      "\\fB\\-\\-curve\\fR of \\fBplaterip\\fR(1). It prints a table: the ink in percent of each patch, the tone value "
      "measured and the one aimed at, which by default is what the press profile expects, and the ink that the curve "
      "gives.\n.PP\n"
      "\\fBacross\\fR reads a gray scan of one ink's bars, which \\fBtarget \\-\\-bars\\fR makes, or a table of "
      "measurements with a column MM, which says how far from the left they were made, and writes curves that change "
      "across the plate, for the option \\fB\\-\\-across\\fR of \\fBplaterip\\fR(1).\n"
      ".SH OPTIONS OF TARGET");
  entries(target_options());
  std::puts(".SH OPTIONS OF DROPS");
  entries(drops_options());
  std::puts(".SH OPTIONS OF CURVES");
  entries(curves_options());
  std::puts(".SH OPTIONS OF ACROSS");
  entries(across_options());
  std::puts(
      ".SH MEASUREMENTS\nArgyll's .ti3, other CGATS, or CSV with commas, semicolons or tabs. A row has XYZ_X, XYZ_Y "
      "and XYZ_Z; or LAB_L, LAB_A and LAB_B; or D_RED, D_GREEN, D_BLUE and D_VIS (or some of them), or DENSITY; or "
      "TONE_VALUE. It names its patch of the target as SAMPLE_LOC, PATCH or SAMPLE_ID, or has the ink amounts, or INK "
      "and NOMINAL. For drops, it may have INK and LEVEL_1, LEVEL_2 and so on, percent of the pixels.\n"
      ".SH EXIT STATUS\n0 if all is done. 1 if not; then no file is written. 2 for wrong usage.\n"
      ".SH SEE ALSO\n\\fBplaterip\\fR(1), \\fBchartread\\fR(1), \\fBfakeread\\fR(1)");
}

void watch_page() {
  heading("PLATERIP\\-WATCH", 1);
  std::puts(
      ".SH NAME\nplaterip\\-watch \\- make plates of pages that arrive in hot folders\n"
      ".SH SYNOPSIS\n\\fBplaterip watch\\fR [\\fIoptions\\fR] \\fIQUEUE\\fR...\n.br\n"
      "\\fBplaterip status\\fR [\\fIFILE\\fR]\n.br\n"
      "\\fBplaterip jobs\\fR [\\fB\\-\\-status\\fR \\fIFILE\\fR] \\fBretry\\fR|\\fBcancel\\fR|\\fBhold\\fR|"
      "\\fBrelease\\fR \\fIJOB\\fR...\n"
      ".SH DESCRIPTION\n\\fIQUEUE\\fR is a folder with a file of options, queue.conf, which may be empty. "
      "\\fBplaterip watch\\fR makes plates of each page that arrives in \\fIQUEUE\\fR/in, as \\fBplaterip\\fR(1) "
      "does with these options. The plates get a folder of their own in \\fIQUEUE\\fR/out, or in the folder of "
      "\\fB\\-o\\fR. Then the page moves to \\fIQUEUE\\fR/done or, with a text that says why, to "
      "\\fIQUEUE\\fR/failed. Several services may watch the same queues, also on several machines.\n.PP\n"
      "\\fBplaterip status\\fR shows the state that a service writes with \\fB\\-\\-status\\fR; default: "
      "/run/platerip/status.json. \\fBplaterip jobs\\fR takes failed pages again, and cancels, holds and releases "
      "pages. \\fIJOB\\fR is the name of a page, or \\fIQUEUE\\fR/\\fINAME\\fR.\n"
      ".SH OPTIONS");
  for (const ServiceOption& option : service_options()) {
    const std::string fallback = option.fallback.empty() ? "" : "; default: " + std::string(option.fallback);
    entry(with_value("--" + std::string(option.name), std::string(option.value), ' '),
          std::string(option.description) + fallback);
  }
  std::puts(".SH OPTIONS IN QUEUE.CONF\nThose of \\fBplaterip\\fR(1), and:");
  for (const QueueOption& option : queue_options()) {
    const std::string fallback = option.fallback.empty() ? "" : "; default: " + std::string(option.fallback);
    entry(with_value("--" + std::string(option.name), std::string(option.value), ' '),
          std::string(option.description) + fallback);
  }
  std::puts(
      ".SH FILES\nOptions may stand on any number of lines. Lines that begin with # are comments. Paths are relative "
      "to "
      "the file's folder. Words with spaces are quoted as in a shell.\n"
      ".SH SIGNALS\nSIGTERM and SIGINT end the service. Pages in work go back to in/, or are gone on with later if the "
      "queue has \\fB\\-\\-checkpoint\\fR.\n"
      ".SH EXIT STATUS\n0 after a signal, 1 if something cannot be done, 2 for wrong usage.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBNOTIFY_SOCKET\\fR, \\fBJOURNAL_STREAM\\fR\nset by \\fBsystemd\\fR(1)\n"
      ".TP\n\\fBTMPDIR\\fR, \\fBXDG_CACHE_HOME\\fR\nas for \\fBplaterip\\fR(1)\n"
      ".SH SEE ALSO\n\\fBplaterip\\fR(1), \\fBsystemd.service\\fR(5)");
}

void selftest_page() {
  heading("PLATERIP\\-SELFTEST", 1);
  std::puts(
      ".SH NAME\nplaterip\\-selftest \\- compare all that a machine can make plates with\n"
      ".SH SYNOPSIS\n\\fBplaterip selftest\\fR [\\fIoptions\\fR]\n.br\n"
      "\\fBplaterip selftest\\fR [\\fIoptions\\fR] \\fIPAGE\\fR\n"
      ".SH DESCRIPTION\nMakes plates of random pages with each instruction set and GPU of this machine, by every "
      "halftone and for each press profile, and compares them bit for bit with those of the reference, the "
      "specification. Every third page is handed over from path to path. The table on standard output has a row for "
      "each kind of pages: how many were compared, and how many million pixels per second the reference and each path "
      "make on one thread. Below it is what is not there, and why.\n.PP\n"
      "If plates differ, the smallest such page is kept as a TIFF, and a message says which command compares it "
      "again. With \\fIPAGE\\fR, the plates of this page are compared.\n"
      ".SH OPTIONS");
  for (const SelftestOption& option : selftest_options()) {
    const std::string letter = option.name == "output" ? bold("-o") + ", " : "";
    const std::string fallback = option.fallback.empty() ? "" : "; default: " + std::string(option.fallback);
    entry(letter + with_value("--" + std::string(option.name), std::string(option.value), ' '),
          std::string(option.description) + fallback);
  }
  std::puts(
      ".SH EXIT STATUS\n0 if all plates are the same. 1 if not, or if nothing can be compared. 2 for wrong usage. 128 "
      "+ \\fIN\\fR after signal \\fIN\\fR.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBTMPDIR\\fR\nfolder for temporary files; default: /tmp\n"
      ".SH SEE ALSO\n\\fBplaterip\\fR(1)");
}

void filter_page() {
  heading("RASTERTOPLATES", 8);
  std::puts(
      ".SH NAME\nrastertoplates, tifftoplates \\- CUPS filters that make printing plates\n"
      ".SH SYNOPSIS\n\\fBrastertoplates\\fR \\fIjob user title copies options\\fR [\\fIfile\\fR]\n.br\n"
      "\\fBtifftoplates\\fR \\fIjob user title copies options\\fR [\\fIfile\\fR]\n"
      ".SH DESCRIPTION\n\\fBrastertoplates\\fR reads CUPS raster, \\fBtifftoplates\\fR reads TIFF, PNG and "
      "JPEG. The printer's PPD "
      "selects their output: application/vnd.platerip\\-plates, one TIFF with a plate for each page and ink, or "
      "application/vnd.platerip\\-raster, a raster with the bits of the plates.\n.PP\n"
      "The raster's colour order and colour space are those of the PPD's plateripRaster for the selected ColorModel, "
      "or else of that choice's own code. A plateripOptions sets job options, for its ColorModel or for all.\n.PP\n"
      "If no option names a press profile, the filters use the PPD's plateripProfile for the selected ColorModel, "
      "MediaType and Resolution, or else its cupsICCProfile. It converts RGB pages; CMYK pages keep their inks. CUPS' "
      "Ghostscript filter reads cupsICCProfile too. So a printer that also prints PDF must use plateripProfile, unless "
      "the profile is for the colours of the pages. In PDF jobs, choose a profile with PlateripProfile=FILE: the "
      "Ghostscript filter has a different option named profile, and reports an error if it finds a file name "
      "there.\n.PP\n"
      "A page that was not rendered at the resolution that the job or the queue asks for is an error. tifftoplates "
      "prints at any resolution.\n"
      ".SH JOB OPTIONS\nThe PPD has these options too: ink\\-limit is PlateripInkLimit there, and accepts any value. "
      "ColorModel=Gray and print\\-color\\-mode=monochrome convert RGB pages to gray, and print gray pages as with "
      "keep\\-black=k unless keep\\-black is given. The job's options take precedence over the queue's defaults, and "
      "these over the PPD's defaults.");
  for (const OptionInfo& option : print_job_options())
    entry(with_value(option.name, option.value, '='), described(option));
  std::puts(
      ".SS Resources\nOnly the printer's owner (administrator) sets these, as defaults of the queue (lpadmin \\-o "
      "memory\\-default=64) or in the PPD. In a job they are ignored with a warning.");
  for (const OptionInfo& option : machine_options())
    entry(with_value(option.name, option.value, '='), described(option));
  std::puts(
      ".SS Only in tifftoplates\nppi, natural\\-scaling, scaling, print\\-scaling, fit\\-to\\-page, fitplot, fill, "
      "orientation\\-requested, landscape, mirror, position, page\\-ranges, page\\-set\n"
      ".SH EXIT STATUS\n0, or 1 after a line that begins with ERROR.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBPPD\\fR\nthe printer's PPD file\n"
      ".TP\n\\fBFINAL_CONTENT_TYPE\\fR\nthe type to write\n"
      ".TP\n\\fBCONTENT_TYPE\\fR, \\fBCUPS_REQUESTROOT\\fR\nthe document, whose spot colours a warning names\n"
      ".TP\n\\fBTMPDIR\\fR\nfolder for temporary files\n"
      ".TP\n\\fBCUPS_CACHEDIR\\fR\nprecision exact keeps its tables in the folder platerip there\n"
      ".SH SEE ALSO\n\\fBplates\\fR(8), \\fBplaterip\\fR(1), \\fBcupsfilter\\fR(8), \\fBfilter\\fR(7)");
}

void backend_page() {
  heading("PLATES", 8);
  std::puts(
      ".SH NAME\nplates \\- CUPS backend that writes printing plates to folders\n"
      ".SH SYNOPSIS\n\\fBlpadmin\\fR \\-p \\fIprinter\\fR \\-E \\-m platerip/prplates.ppd \\-v "
      "\\fBplates:\\fR\\fI/folder\\fR[\\fB?\\fR\\fIsetting\\fR[\\fB&\\fR\\fIsetting\\fR...]]\n"
      ".SH DESCRIPTION\nEach job gets its own folder in \\fI/folder\\fR, named after the job's number and title. It "
      "has a TIFF for each ink of each page, as \\fBplaterip\\fR(1) makes them. It appears when all of them are "
      "complete; until then it is hidden, and its name ends with .part. Nothing is overwritten: if the name is taken, "
      "\\-2, \\-3 and so on are added.\n.PP\nThe backend runs as the plates' owner, who needs write access to "
      "\\fI/folder\\fR. The folder must exist, and no part of its path may be a symbolic link. Write a space in it as "
      "%20.\n"
      ".SH SETTINGS");
  entry("\\fBowner=\\fR\\fIUSER\\fR", "name or number of the plates' owner; default: the folder's owner");
  entry("\\fBgroup=\\fR\\fIGROUP\\fR", "name or number of the plates' group; default: the folder's group");
  entry("\\fBmode=\\fR\\fIMODE\\fR", "permissions of a plate, in octal; default: 0644");
  std::puts(
      ".SH EXIT STATUS\n.TP\n0\nthe plates are in their folder\n"
      ".TP\n3\nthe job is held: it contains no plates, or the filter failed\n"
      ".TP\n4\nthe queue is stopped and keeps its jobs: the device URI is wrong, the folder cannot be used, or the "
      "disk is full\n"
      ".TP\n5\nthe job was canceled\n.PP\n"
      "For 3 and 4, a line that begins with ERROR gives the reason, unless the filter has already given it.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBDEVICE_URI\\fR\nthe printer's device URI\n"
      ".TP\n\\fBTMPDIR\\fR\nfolder for the job until it has arrived completely\n"
      ".SH SEE ALSO\n\\fBrastertoplates\\fR(8), \\fBplaterip\\fR(1), \\fBlpadmin\\fR(8), \\fBbackend\\fR(7)");
}

}  // namespace
}  // namespace platerip::rip

int main(int argc, char* argv[]) {
  const std::string page = argc == 2 ? argv[1] : "";
  if (page == "platerip") {
    platerip::rip::platerip_page();
  } else if (page == "platerip-calibrate") {
    platerip::rip::calibrate_page();
  } else if (page == "platerip-selftest") {
    platerip::rip::selftest_page();
  } else if (page == "platerip-watch") {
    platerip::rip::watch_page();
  } else if (page == "rastertoplates") {
    platerip::rip::filter_page();
  } else if (page == "plates") {
    platerip::rip::backend_page();
  } else {
    std::fputs(
        "usage: make-manual platerip|platerip-calibrate|platerip-selftest|platerip-watch|rastertoplates|plates\n",
        stderr);
    return 2;
  }
  return 0;
}
