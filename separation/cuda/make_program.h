// Makes a program of the steps of LittleCMS' pipeline. Private to separation/cuda/.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "separation/cuda/program.h"
#include "separation/pipeline/steps.h"

namespace platerip::separation::cuda {

/// A program and its tables. The program does not refer to them yet.
struct ProgramParts {
  Program program;
  std::vector<float> numbers;
  std::vector<std::uint16_t> words;
  std::vector<Node> nodes;
};

/// The program for pages of so many bits. Nothing if the steps are more than a program holds.
std::optional<ProgramParts> make_program(const std::vector<pipeline::Step>& steps, int bits);

}  // namespace platerip::separation::cuda
