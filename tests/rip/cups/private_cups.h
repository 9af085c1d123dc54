// A cupsd for one test, on the loopback interface and with its own folders. It ends with the test.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/rip/process.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {

class PrivateCups {
 public:
  /// Why this machine cannot run one; "" if it can.
  static std::string missing();

  /// Starts it, with our filters and types installed, and waits until it answers. Throws if it does not.
  PrivateCups();
  PrivateCups(const PrivateCups&) = delete;
  PrivateCups& operator=(const PrivateCups&) = delete;
  ~PrivateCups();

  /// A queue that prints to output(name).
  void add_queue(const std::string& name, const std::string& ppd, const std::vector<std::string>& more = {}) const;

  /// A queue that makes plates of its jobs. Returns the folder in which it keeps them, which belongs to the user `lp`.
  [[nodiscard]] std::string add_plates_queue(const std::string& name, const std::vector<std::string>& more = {}) const;

  /// What the queue printed last; "" if nothing.
  [[nodiscard]] std::string output(const std::string& queue) const;

  /// Runs `lp -d QUEUE ...` and returns the job's number. Throws if the job is refused.
  [[nodiscard]] int print(const std::string& queue, const std::vector<std::string>& arguments) const;
  void cancel(int job) const;
  /// Lets a stopped queue continue.
  void enable(const std::string& queue) const;

  /// Waits until the job has ended or a time limit has passed: "completed", "canceled", "processing-stopped" (a filter
  /// failed).
  [[nodiscard]] std::string end_of(int job) const;
  /// "processing", "completed", …
  [[nodiscard]] std::string state_of(int job) const;

  /// The IPP attributes of a job or a printer, as ipptool prints them.
  [[nodiscard]] std::string attributes_of(int job) const;
  [[nodiscard]] std::string attributes_of(const std::string& queue) const;

  /// Runs the file through the filters of a printer with this PPD, by cupsfilter(8) and without cupsd.
  [[nodiscard]] Outcome convert(const std::string& ppd, const std::string& file,
                                const std::vector<std::string>& options) const;

  /// cupsd's own log, for all jobs.
  [[nodiscard]] std::string log() const;

  /// The files that filters left behind.
  [[nodiscard]] std::vector<std::string> left_in_tmp() const;

 private:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }
  void make_folders() const;
  void write_configuration() const;
  [[nodiscard]] Outcome ask(const std::vector<std::string>& words) const;

  TempFolder folder_;
  int port_;
  std::unique_ptr<Process> cupsd_;
};

}  // namespace platerip::test
