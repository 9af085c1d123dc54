#!/bin/bash -eu
# Builds the fuzzers as OSS-Fuzz wants them: in $OUT, with their seeds, options and libraries. Sanitizers and engine are
# in CC, CXX, CFLAGS, CXXFLAGS and LIB_FUZZING_ENGINE.
build=${WORK:-/tmp}/platerip

# libc++ reads no floating-point numbers (std::from_chars) before version 20.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"
# shellcheck disable=SC2016  # the loader expands $ORIGIN
cmake -S "$SRC/platerip" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  -DPLATERIP_PORTABLE=ON -DPLATERIP_CUDA=OFF -DPLATERIP_MPI=OFF -DPLATERIP_BENCHMARKS=OFF -DPLATERIP_FUZZ=ON \
  -DPLATERIP_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  -DCMAKE_BUILD_RPATH='$ORIGIN/lib' -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags
cmake --build "$build" --target fuzzers

# Each test has the command of a fuzzer, whose last words are the folders of what it finds and of its seeds.
ctest --test-dir "$build" -L fuzz --show-only=json-v1 | python3 -c '
import json, sys
for test in json.load(sys.stdin)["tests"]:
    command = test["command"]
    longest = next(word for word in command if word.startswith("-max_len="))
    print(command[0], command[-1], longest.removeprefix("-"))' |
  while read -r fuzzer seeds longest; do
    name=$(basename "$fuzzer")
    cp "$fuzzer" "$OUT/"
    zip -jqr "$OUT/${name}_seed_corpus.zip" "$seeds"
    printf '[libfuzzer]\n%s\n' "$longest" >"$OUT/$name.options"
    # The machines that run them have only the C library.
    mkdir -p "$OUT/lib"
    ldd "$fuzzer" | awk '$3 ~ /^\// && $1 !~ /^(libc|libm|libdl|librt|libpthread|libresolv)\.so/ {print $3}' |
      xargs -r cp -Lnt "$OUT/lib"
  done
