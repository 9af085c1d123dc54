// Chromium without a window, driven over pipes (Chrome DevTools Protocol).
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace platerip::test {

/// One page in a browser. All functions throw if the browser does not answer.
class Browser {
 public:
  /// Whether there is a Chromium.
  static bool is_installed();

  /// Starts it. `folder`: for its own files.
  explicit Browser(const std::string& folder);
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;
  ~Browser();

  /// Opens a file, and waits until it is loaded.
  void open(const std::string& path);

  /// The value of an expression of JavaScript.
  nlohmann::json value(const std::string& expression);

  /// Takes the theme of somebody who prefers "light" or "dark".
  void prefer(const std::string& theme);

  /// Presses a key, such as "+" or "Tab".
  void press(const std::string& key);

  /// The addresses that the page asked for, besides its own and data: addresses.
  [[nodiscard]] const std::vector<std::string>& requests() const { return requests_; }
  /// What the page, or the browser about the page, wrote to the console, and dialogs.
  [[nodiscard]] const std::vector<std::string>& console() const { return console_; }

 private:
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters = nlohmann::json::object());
  nlohmann::json next_message();
  void note(const nlohmann::json& event);

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  int calls_ = 0;
  bool loaded_ = false;
  std::string session_;
  std::string opened_;
  std::string received_;
  std::vector<std::string> requests_;
  std::vector<std::string> console_;
};

}  // namespace platerip::test
