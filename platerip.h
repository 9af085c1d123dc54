// Everything that a program needs to make plates: pages from files or from rows of its own, the job, and where the
// plates go.
#pragma once

#include "base/status.h"
#include "rip/job/job_options.h"
#include "rip/job/one_line.h"
#include "rip/job/open_press.h"
#include "rip/page/rip_page.h"
#include "rip/pages/page_files.h"
#include "rip/pages/page_rows.h"
#include "rip/plates/plate_files.h"
#include "rip/plates/plate_sink.h"
