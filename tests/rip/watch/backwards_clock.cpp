// Loaded before a program: its clock of the day is set back by an hour every 50 milliseconds. The monotonic clock is
// right.
#include <dlfcn.h>
#include <sys/time.h>

#include <ctime>

namespace {

int real_time(clockid_t clock, timespec* time) {
  return reinterpret_cast<decltype(&clock_gettime)>(dlsym(RTLD_NEXT, "clock_gettime"))(clock, time);
}

timespec wrong_time() {
  static timespec start = [] {
    timespec now{};
    real_time(CLOCK_MONOTONIC, &now);
    return now;
  }();
  timespec passed{};
  timespec time{};
  real_time(CLOCK_MONOTONIC, &passed);
  real_time(CLOCK_REALTIME, &time);
  const long milliseconds = (passed.tv_sec - start.tv_sec) * 1000 + (passed.tv_nsec - start.tv_nsec) / 1'000'000;
  time.tv_sec -= milliseconds / 50 * 3600;
  return time;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return real_time(clock, time);
  *time = wrong_time();
  return 0;
}

time_t time(time_t* to) noexcept {
  const time_t now = wrong_time().tv_sec;
  if (to != nullptr) *to = now;
  return now;
}

int gettimeofday(timeval* to, void*) noexcept {
  const timespec now = wrong_time();
  *to = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
}
