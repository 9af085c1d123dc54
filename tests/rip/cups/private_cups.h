// A cupsd of the test's own: on loopback, with folders of its own, ended with the test.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/rip/process.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {

class PrivateCups {
 public:
  /// Why none can be had here; "" where one can.
  static std::string missing();

  /// Starts it, with our filters and types installed, and waits until it answers. Throws where it does not.
  PrivateCups();
  PrivateCups(const PrivateCups&) = delete;
  PrivateCups& operator=(const PrivateCups&) = delete;
  ~PrivateCups();

  /// A queue that prints to output(name).
  void add_queue(const std::string& name, const std::string& ppd, const std::vector<std::string>& more = {}) const;

  /// A queue of plates whose jobs are kept in the folder that it returns, which is lp's.
  [[nodiscard]] std::string add_plates_queue(const std::string& name, const std::vector<std::string>& more = {}) const;

  /// What was printed last. Empty where nothing was.
  [[nodiscard]] std::string output(const std::string& queue) const;

  /// `lp -d QUEUE ...`; gives the job's number. Throws where it is not taken.
  [[nodiscard]] int print(const std::string& queue, const std::vector<std::string>& arguments) const;
  void cancel(int job) const;
  /// Lets a queue go on that has stopped.
  void enable(const std::string& queue) const;

  /// "completed", "canceled", "processing-stopped" (a filter failed): once the job is at rest, or when patience ends.
  [[nodiscard]] std::string end_of(int job) const;
  /// "processing", "completed", …
  [[nodiscard]] std::string state_of(int job) const;

  /// What IPP says of a job or a printer, as ipptool prints it.
  [[nodiscard]] std::string attributes_of(int job) const;
  [[nodiscard]] std::string attributes_of(const std::string& queue) const;

  /// The file through the filters of a printer with this PPD, without cupsd: cupsfilter(8).
  [[nodiscard]] Outcome convert(const std::string& ppd, const std::string& file,
                                const std::vector<std::string>& options) const;

  /// cupsd's own log, of all jobs.
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
