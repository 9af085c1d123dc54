// The programs that draw PDF and PostScript: how each is called, and what it says.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/pages/pdf/child_process.h"
#include "rip/pages/pdf/pdf_kind.h"
#include "rip/pages/pdf/pdf_settings.h"

namespace platerip::rip {

/// The size of a page in points; 0 if it is not known.
struct PdfPageSize {
  double width = 0;
  double height = 0;
};

/// The program that draws with these settings, as PdfBy names it.
class PdfProgram {
 public:
  /// Errors: the program is not installed, or cannot read this kind of file or this box of a page; the file of the
  /// password cannot be read. Messages do not name the file of pages.
  static Result<PdfProgram> find(PdfKind kind, const PdfSettings& settings, double resolution, bool is_encrypted);

  /// How it finds the pages, and what its answer says; nothing if that makes no sense, or
  /// is too long.
  [[nodiscard]] ChildCommand list() const;
  [[nodiscard]] std::optional<std::vector<PdfPageSize>> pages_in(const std::string& answer) const;

  /// How it draws `count` pages from page `first` on, which counts from 0: each as separations for find_folder_page(),
  /// or as one file called drawn_page, in the folders 1, 2, ..., which must exist.
  [[nodiscard]] ChildCommand draw(int first, int count) const;
  static constexpr const char* drawn_page = "page.tif";
  /// Whether it draws several pages faster together than one by one, and makes the same of them.
  [[nodiscard]] bool draws_several() const { return !is_poppler() && kind_ == PdfKind::pdf; }
  [[nodiscard]] bool makes_separations() const { return settings_.by == PdfBy::gs; }
  /// Bytes of a pixel in the largest file that it draws.
  [[nodiscard]] int pixel_bytes() const;

  /// Why it failed. Messages do not name the file.
  [[nodiscard]] std::optional<Error> failure(const ChildEnd& end) const;

  /// Its name in messages.
  [[nodiscard]] std::string_view title() const;

 private:
  PdfProgram(PdfKind kind, const PdfSettings& settings, double resolution, bool is_encrypted, std::string password)
      : kind_(kind),
        settings_(settings),
        resolution_(resolution),
        is_encrypted_(is_encrypted),
        password_(std::move(password)) {}

  [[nodiscard]] bool is_poppler() const { return settings_.by == PdfBy::pdftoppm; }
  [[nodiscard]] ChildCommand command(std::vector<std::string> words) const;
  [[nodiscard]] Error needs_password() const;
  [[nodiscard]] bool says_damaged(const std::string& said) const;
  [[nodiscard]] std::string complaint_in(const std::string& said) const;

  PdfKind kind_;
  PdfSettings settings_;
  double resolution_;
  bool is_encrypted_;
  std::string password_;  // may be empty
};

}  // namespace platerip::rip
