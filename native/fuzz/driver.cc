/**
 * Fuzzes the readers of stored files with any compiler; scripts/fuzz.mjs builds it under the sanitizers.
 *
 *   native-fuzz [--target dna|manifest|segment] [--rounds N | --seconds N] [--seed N] [--input FILE]
 *
 * Deterministic: target, seed and round give the input. The input of a crash lies in fuzz-<target>.bin in the
 * working folder; --input tries it again.
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/mutate.h"
#include "fuzz/targets.h"

namespace loupe::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  std::string target, input;
  uint64_t rounds = 2000, seed = 1;
  double seconds = 0.0;
};

Arguments ParseArguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--target") arguments.target = value;
    if (name == "--input") arguments.input = value;
    if (name == "--rounds") arguments.rounds = std::strtoull(value.c_str(), nullptr, 10);
    if (name == "--seed") arguments.seed = std::strtoull(value.c_str(), nullptr, 10);
    if (name == "--seconds") arguments.seconds = std::strtod(value.c_str(), nullptr);
  }
  return arguments;
}

/** Keeps the input on disk while it is tried: a sanitizer ends the process without asking. */
class Kept {
 public:
  Kept(const Target& target, const Bytes& bytes) : path_(std::string("fuzz-") + target.name + ".bin") {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  void Forget() const { std::remove(path_.c_str()); }

 private:
  std::string path_;
};

bool Try(const Target& target, const Bytes& bytes, bool* is_accepted) {
  const Kept kept(target, bytes);
  try {
    *is_accepted = target.accept({bytes.data(), bytes.size()});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: unexpected: %s\n", target.name, error.what());
    return false;
  }
  kept.Forget();
  return true;
}

/** @return false when a defect was found */
bool Fuzz(const Target& target, const Arguments& arguments) {
  const std::vector<Bytes> seeds = target.seeds();
  for (const Bytes& seed : seeds) {
    bool is_accepted = false;
    if (!Try(target, seed, &is_accepted)) return false;
    if (!is_accepted) std::fprintf(stderr, "%s: a sound input is refused\n", target.name);
    if (!is_accepted) return false;
  }
  const Clock::time_point start = Clock::now();
  const auto is_over = [&](uint64_t round) {
    if (arguments.seconds <= 0.0) return round >= arguments.rounds;
    return std::chrono::duration<double>(Clock::now() - start).count() >= arguments.seconds;
  };
  uint64_t accepted = 0, round = 0;
  for (; !is_over(round); ++round) {
    test::Random random(arguments.seed * 1'000'003 + round);
    Bytes bytes = seeds[random.Below(static_cast<uint32_t>(seeds.size()))];
    Mutate(&bytes, &random);
    if (random.Below(10) > 0) target.reseal(&bytes);
    bool is_accepted = false;
    if (!Try(target, bytes, &is_accepted)) return false;
    accepted += is_accepted ? 1 : 0;
  }
  std::printf("%s: %llu inputs, %llu accepted, no defect\n", target.name,
              static_cast<unsigned long long>(round), static_cast<unsigned long long>(accepted));
  return true;
}

int Run(const Arguments& arguments) {
  bool is_known = false;
  for (const Target* target : AllTargets()) {
    if (!arguments.target.empty() && arguments.target != target->name) continue;
    is_known = true;
    if (arguments.input.empty()) {
      if (!Fuzz(*target, arguments)) return 1;
      continue;
    }
    std::ifstream file(arguments.input, std::ios::binary);
    const Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    bool is_accepted = false;
    if (!Try(*target, bytes, &is_accepted)) return 1;
    std::printf("%s: %s\n", target->name, is_accepted ? "accepted" : "refused");
  }
  if (!is_known) std::fprintf(stderr, "no such target: %s\n", arguments.target.c_str());
  return is_known ? 0 : 2;
}

}  // namespace
}  // namespace loupe::fuzz

int main(int argc, char** argv) { return loupe::fuzz::Run(loupe::fuzz::ParseArguments(argc, argv)); }
