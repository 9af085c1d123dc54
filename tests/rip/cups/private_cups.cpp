#include "tests/rip/cups/private_cups.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace platerip::test {
namespace {

namespace fs = std::filesystem;

const std::string cups_bin = PLATERIP_CUPS_SERVERBIN;
const std::string cups_data = PLATERIP_CUPS_DATADIR;
constexpr auto poll_interval = std::chrono::milliseconds(50);
constexpr int most_polls = 2400;

int free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool bound = bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(fd);
  if (!bound) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void link_all(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  if (!fs::exists(from)) return;
  for (const auto& entry : fs::directory_iterator(from)) fs::create_symlink(entry.path(), to / entry.path().filename());
}

// cupsd refuses filters that others can write to. It runs a backend as root if nobody else may run it.
void install_program(const fs::path& from, const fs::path& to, fs::perms permissions) {
  fs::copy_file(from, to);
  fs::permissions(to, permissions);
}

// The word that follows `before`; "" if `before` is not found.
std::string word_behind(const std::string& text, const std::string& before) {
  const std::size_t found = text.find(before);
  if (found == std::string::npos) return "";
  const std::size_t begin = found + before.size();
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

}  // namespace

std::string PrivateCups::missing() {
  if (geteuid() != 0) return "cupsd changes to the user lp, which only root can";
  for (const std::string& program :
       {std::string("/usr/sbin/cupsd"), std::string("/usr/sbin/lpadmin"), std::string("/usr/bin/lp"),
        std::string("/usr/bin/ipptool"), cups_bin + "/filter/gstoraster", cups_bin + "/filter/pdftopdf"}) {
    if (!fs::exists(program)) return program + " is not installed";
  }
  return "";
}

PrivateCups::PrivateCups() : port_(free_port()) {
  make_folders();
  write_configuration();
  cupsd_ = std::make_unique<Process>(
      Command{.words = {"/usr/sbin/cupsd", "-f", "-c", path("etc/cupsd.conf"), "-s", path("etc/cups-files.conf")},
              .patience = std::chrono::seconds(600)});
  for (int polls = 0; ask({"/usr/bin/lpstat", "-r"}).out.find("is running") == std::string::npos; ++polls) {
    if (polls == most_polls || cupsd_->ended()) throw std::runtime_error("cupsd does not start: " + log());
    std::this_thread::sleep_for(poll_interval);
  }
}

PrivateCups::~PrivateCups() {
  cupsd_->send(SIGTERM);
  cupsd_->wait();
}

void PrivateCups::make_folders() const {
  fs::permissions(folder_.path(), fs::perms(0755));
  for (const char* folder : {"etc/ppd", "etc/ssl", "cache", "spool/tmp", "run", "log", "out"})
    fs::create_directories(path(folder));
  for (const char* folder : {"spool/tmp", "out"}) fs::permissions(path(folder), fs::perms(0777));
  for (const char* folder : {"filter", "backend", "cgi-bin", "daemon", "driver", "monitor", "notifier"})
    link_all(fs::path(cups_bin) / folder, path("serverbin/" + std::string(folder)));
  for (const char* filter : {"rastertoplates", "tifftoplates"})
    install_program(PLATERIP_FILTERS "/" + std::string(filter), path("serverbin/filter/" + std::string(filter)),
                    fs::perms(0755));
  install_program(PLATERIP_FILTERS "/plates", path("serverbin/backend/plates"), fs::perms(0700));
  link_all(cups_data, path("data"));
  fs::remove(path("data/mime"));
  link_all(cups_data + "/mime", path("data/mime"));
  for (const char* file : {"platerip.types", "platerip.convs"})
    fs::copy_file(PLATERIP_CUPS_SOURCE "/" + std::string(file), path("data/mime/" + std::string(file)));
}

void PrivateCups::write_configuration() const {
  std::ofstream(path("etc/cups-files.conf"))
      << "ServerRoot " << path("etc") << "\nServerBin " << path("serverbin") << "\nDataDir " << path("data")
      << "\nDocumentRoot " << cups_data << "/doc-root\nCacheDir " << path("cache") << "\nRequestRoot " << path("spool")
      << "\nTempDir " << path("spool/tmp") << "\nStateDir " << path("run") << "\nAccessLog " << path("log/access")
      << "\nErrorLog " << path("log/error") << "\nPageLog " << path("log/page")
      << "\nSetEnv LSAN_OPTIONS suppressions=" << path("etc/leaks") << ":print_suppressions=0"
      << "\nPrintcap\nSystemGroup root lpadmin\nUser lp\nGroup lp\nFileDevice Yes\nSandboxing relaxed\n";
  // libcups does not free some options when it closes a PPD.
  std::ofstream(path("etc/leaks")) << "leak:cupsAddOption\n";
  std::ofstream(path("etc/cupsd.conf"))
      << "LogLevel debug\nMaxLogSize 0\nListen 127.0.0.1:" << port_ << "\nListen " << path("run/cups.sock")
      << "\nServerName localhost\nBrowsing Off\nWebInterface No\nDefaultAuthType None\nJobKillDelay 30\n"
         "<Location />\nOrder allow,deny\nAllow 127.0.0.1\n</Location>\n"
         "<Policy default>\n<Limit All>\nOrder allow,deny\nAllow 127.0.0.1\n</Limit>\n</Policy>\n";
}

Outcome PrivateCups::ask(const std::vector<std::string>& words) const {
  return run({.words = words, .environment = {{"CUPS_SERVER", path("run/cups.sock")}}});
}

void PrivateCups::add_queue(const std::string& name, const std::string& ppd,
                            const std::vector<std::string>& more) const {
  std::vector<std::string> words{"/usr/sbin/lpadmin",
                                 "-p",
                                 name,
                                 "-E",
                                 "-P",
                                 ppd,
                                 "-v",
                                 "file:" + path("out/" + name),
                                 "-o",
                                 "printer-error-policy=abort-job"};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = ask(words);
  if (outcome.status != 0) throw std::runtime_error("no queue: " + outcome.err);
}

std::string PrivateCups::add_plates_queue(const std::string& name, const std::vector<std::string>& more) const {
  const fs::path folder = path("out/" + name);
  fs::create_directory(folder);
  const passwd* const lp = getpwnam("lp");
  if (lp == nullptr || chown(folder.c_str(), lp->pw_uid, lp->pw_gid) != 0)
    throw std::runtime_error("no folder of lp's");
  std::vector<std::string> words{"-v", "plates:" + folder.string()};
  words.insert(words.end(), more.begin(), more.end());
  add_queue(name, PLATERIP_PPDS "/prplates.ppd", words);
  return folder;
}

std::string PrivateCups::output(const std::string& queue) const {
  return content_of(path("out/" + queue));
}

int PrivateCups::print(const std::string& queue, const std::vector<std::string>& arguments) const {
  std::vector<std::string> words{"/usr/bin/lp", "-d", queue};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Outcome outcome = ask(words);
  const std::string number = word_behind(outcome.out, "request id is " + queue + "-");
  if (number.empty()) throw std::runtime_error("not printed: " + outcome.err);
  return std::stoi(number);
}

void PrivateCups::enable(const std::string& queue) const {
  static_cast<void>(ask({"/usr/sbin/cupsenable", queue}));
}

void PrivateCups::cancel(int job) const {
  static_cast<void>(ask({"/usr/bin/cancel", std::to_string(job)}));
}

std::string PrivateCups::attributes_of(int job) const {
  const std::string uri = "ipp://127.0.0.1:" + std::to_string(port_) + "/jobs/" + std::to_string(job);
  return ask({"/usr/bin/ipptool", "-tv", uri, "get-job-attributes.test"}).out;
}

std::string PrivateCups::attributes_of(const std::string& queue) const {
  const std::string uri = "ipp://127.0.0.1:" + std::to_string(port_) + "/printers/" + queue;
  return ask({"/usr/bin/ipptool", "-tv", uri, "get-printer-attributes.test"}).out;
}

std::string PrivateCups::state_of(int job) const {
  return word_behind(attributes_of(job), "job-state (enum) = ");
}

std::string PrivateCups::end_of(int job) const {
  for (int polls = 0;; ++polls) {
    std::string state = state_of(job);
    const bool goes_on = state == "pending" || state == "processing" || state.empty();
    if (!goes_on || polls == most_polls) return state;
    std::this_thread::sleep_for(poll_interval);
  }
}

Outcome PrivateCups::convert(const std::string& ppd, const std::string& file,
                             const std::vector<std::string>& options) const {
  std::vector<std::string> words{"/usr/sbin/cupsfilter", "-c", path("etc/cups-files.conf"), "-p", ppd, "-m",
                                 "printer/any",          "-e"};
  for (const std::string& option : options) words.insert(words.end(), {"-o", option});
  words.push_back(file);
  return run({.words = words});
}

std::string PrivateCups::log() const {
  return content_of(path("log/error"));
}

std::vector<std::string> PrivateCups::left_in_tmp() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path("spool/tmp"))) {
    if (!entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace platerip::test
