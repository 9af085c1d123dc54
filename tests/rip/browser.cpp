#include "tests/rip/browser.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace platerip::test {
namespace {

constexpr const char* program = "/usr/bin/chromium";
constexpr int patience_ms = 60'000;

void require(bool held, const std::string& what) {
  if (!held) throw std::runtime_error("the browser: " + what);
}

// An end of a pipe that is none of the numbers that the browser uses.
int out_of_the_way(int fd) {
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 10);
  require(moved >= 0, "no pipe");
  close(fd);
  return moved;
}

std::string file_address(const std::string& path) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string address = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(byte) != 0 || c == '/' || c == '.' || c == '-' || c == '_';
    address += is_plain ? std::string(1, c) : std::string{'%', digits[byte >> 4], digits[byte & 15]};
  }
  return address;
}

}  // namespace

bool Browser::is_installed() {
  return access(program, X_OK) == 0;
}

Browser::Browser(const std::string& folder) {
  int to[2];
  int from[2];
  require(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0, "no pipes");
  for (int* const fd : {&to[0], &to[1], &from[0], &from[1]}) *fd = out_of_the_way(*fd);
  std::vector<std::string> words = {program,
                                    "--headless",
                                    "--no-sandbox",
                                    "--disable-gpu",
                                    "--disable-dev-shm-usage",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--no-first-run",
                                    "--window-size=1280,900",
                                    "--user-data-dir=" + folder,
                                    "--remote-debugging-pipe"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 3);
  posix_spawn_file_actions_adddup2(&actions, from[1], 4);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int failed = posix_spawn(&pid_, program, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  to_ = to[1];
  from_ = from[0];
  require(failed == 0, "cannot be started");
  const auto target = call("Target.createTarget", {{"url", "about:blank"}})["targetId"];
  session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})["sessionId"];
  for (const char* domain : {"Page", "Runtime", "Log", "Network"}) call(std::string(domain) + ".enable");
}

Browser::~Browser() {
  close(to_);
  close(from_);
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Browser::open(const std::string& path) {
  opened_ = file_address(path);
  loaded_ = false;
  call("Page.navigate", {{"url", opened_}});
  while (!loaded_) note(next_message());
}

nlohmann::json Browser::value(const std::string& expression) {
  const auto result =
      call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  require(!result.contains("exceptionDetails"), expression + ": " + result.dump());
  return result["result"].value("value", nlohmann::json());
}

void Browser::prefer(const std::string& theme) {
  const nlohmann::json feature = {{"name", "prefers-color-scheme"}, {"value", theme}};
  call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array({feature})}});
}

void Browser::press(const std::string& key) {
  nlohmann::json event = {{"type", "keyDown"}, {"key", key}};
  if (key == "Tab") event["windowsVirtualKeyCode"] = 9;
  if (key == "ArrowRight") event["windowsVirtualKeyCode"] = 39;
  if (key.size() == 1) event["text"] = key;
  call("Input.dispatchKeyEvent", event);
  event["type"] = "keyUp";
  event.erase("text");
  call("Input.dispatchKeyEvent", event);
}

nlohmann::json Browser::call(const std::string& method, const nlohmann::json& parameters) {
  nlohmann::json message = {{"id", ++calls_}, {"method", method}, {"params", parameters}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = message.dump() + '\0';
  require(write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "takes no commands");
  for (;;) {
    const nlohmann::json answer = next_message();
    if (!answer.contains("id")) {
      note(answer);
    } else if (answer["id"] == calls_) {
      require(answer.contains("result"), method + ": " + answer.dump());
      return answer["result"];
    }
  }
}

nlohmann::json Browser::next_message() {
  for (;;) {
    if (const std::size_t end = received_.find('\0'); end != std::string::npos) {
      const auto message = nlohmann::json::parse(received_.substr(0, end));
      received_.erase(0, end + 1);
      return message;
    }
    pollfd ready{from_, POLLIN, 0};
    require(poll(&ready, 1, patience_ms) == 1, "does not answer");
    char chunk[65536];
    const ssize_t count = read(from_, chunk, sizeof chunk);
    require(count > 0, "has ended");
    received_.append(chunk, static_cast<std::size_t>(count));
  }
}

void Browser::note(const nlohmann::json& event) {
  const std::string method = event.value("method", "");
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method == "Runtime.consoleAPICalled" || method == "Runtime.exceptionThrown" || method == "Log.entryAdded" ||
      method == "Page.javascriptDialogOpening")
    console_.push_back(event["params"].dump());
  if (method != "Network.requestWillBeSent") return;
  const std::string address = event["params"]["request"]["url"];
  if (address != opened_ && !address.starts_with("data:")) requests_.push_back(address);
}

}  // namespace platerip::test
