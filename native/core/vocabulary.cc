#include "vocabulary.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "crc32c.h"
#include "error.h"
#include "hamming.h"

namespace loupe {
namespace {

constexpr char kMagic[8] = {'L', 'O', 'U', 'P', 'E', 'V', 'O', 'C'};
constexpr uint32_t kFormatVersion = 1;
constexpr int kWordsPerBranch = kWordCount / kBranchCount;
constexpr int kVisitedBranches = 3;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t branch_count;
  uint32_t word_count;
  /** Checksum of the body, which is also the vocabulary's id. */
  uint32_t id;
};
static_assert(sizeof(Header) == 24, "the header is stored as it is");

constexpr size_t kDescriptorCount = kBranchCount + kWordCount + kBranchCount;
constexpr size_t kFileSize = sizeof(Header) + kDescriptorCount * sizeof(Descriptor);

/** A distance with the center it belongs to; the order breaks ties by the lower index. */
constexpr uint32_t Ranked(uint16_t distance, uint32_t index) { return (uint32_t{distance} << 16) | index; }
constexpr uint16_t DistanceOf(uint32_t ranked) { return static_cast<uint16_t>(ranked >> 16); }
constexpr uint16_t IndexOf(uint32_t ranked) { return static_cast<uint16_t>(ranked); }

/** Puts a candidate into an ascending list of the `size` best. */
inline void KeepBest(uint32_t candidate, uint32_t* best, int size) {
  if (candidate >= best[size - 1]) return;
  int place = size - 1;
  for (; place > 0 && best[place - 1] > candidate; --place) best[place] = best[place - 1];
  best[place] = candidate;
}

/** Adds the nearest of 256 centers to the ascending list of the best. */
void RankCenters(const HammingKernels& kernels, const Descriptor& descriptor, const Descriptor* centers,
                 uint32_t first_index, uint32_t* best, int size) {
  uint16_t distances[kWordsPerBranch];
  kernels.distances(descriptor, centers, kWordsPerBranch, distances);
  for (int i = 0; i < kWordsPerBranch; ++i) {
    KeepBest(Ranked(distances[i], first_index + static_cast<uint32_t>(i)), best, size);
  }
}

template <int word_count>
std::array<uint32_t, word_count> NearestWords(const std::vector<Descriptor>& branches,
                                              const std::vector<Descriptor>& words,
                                              const Descriptor& descriptor) {
  const HammingKernels& kernels = BestKernels();
  std::array<uint32_t, kVisitedBranches> best_branches;
  best_branches.fill(UINT32_MAX);
  RankCenters(kernels, descriptor, branches.data(), 0, best_branches.data(), kVisitedBranches);
  std::array<uint32_t, word_count> best_words;
  best_words.fill(UINT32_MAX);
  for (const uint32_t ranked : best_branches) {
    const uint32_t first_word = uint32_t{IndexOf(ranked)} * kWordsPerBranch;
    RankCenters(kernels, descriptor, words.data() + first_word, first_word, best_words.data(), word_count);
  }
  return best_words;
}

int CountBits(const Descriptor& descriptor) {
  int bits = 0;
  for (int i = 0; i < 4; ++i) bits += __builtin_popcountll(descriptor.word(i));
  return bits;
}

std::vector<uint8_t> ReadWholeFile(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    throw Error(ErrorCode::kStorage,
                "The vocabulary " + path + " cannot be read: " + std::strerror(errno) + ".");
  }
  std::vector<uint8_t> bytes(kFileSize + 1);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  return bytes;
}

}  // namespace

Vocabulary::Vocabulary(std::vector<Descriptor> branches, std::vector<Descriptor> words,
                       std::vector<Descriptor> masks)
    : branches_(std::move(branches)), words_(std::move(words)), masks_(std::move(masks)) {
  if (branches_.size() != kBranchCount || words_.size() != kWordCount || masks_.size() != kBranchCount) {
    throw Error(ErrorCode::kInvalidArgument, "A vocabulary has 256 branches, 65536 words and 256 masks.");
  }
  for (const Descriptor& mask : masks_) {
    if (CountBits(mask) != 64) throw Error(ErrorCode::kInvalidArgument, "A signature mask has 64 bits set.");
  }
  uint32_t crc = Crc32c(branches_.data(), branches_.size() * sizeof(Descriptor));
  crc = Crc32c(words_.data(), words_.size() * sizeof(Descriptor), crc);
  crc = Crc32c(masks_.data(), masks_.size() * sizeof(Descriptor), crc);
  id_ = crc != 0 ? crc : 1;
}

std::shared_ptr<const Vocabulary> Vocabulary::Load(const std::string& path) {
  const std::vector<uint8_t> bytes = ReadWholeFile(path);
  Header header{};
  if (bytes.size() == kFileSize) std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 || header.version != kFormatVersion ||
      header.branch_count != kBranchCount || header.word_count != kWordCount) {
    throw Error(ErrorCode::kInvalidArgument, "The file " + path + " is not a vocabulary of this engine.");
  }
  const auto* first = reinterpret_cast<const Descriptor*>(bytes.data() + sizeof(Header));
  const Descriptor* words = first + kBranchCount;
  const Descriptor* masks = words + kWordCount;
  auto vocabulary = std::make_shared<Vocabulary>(std::vector<Descriptor>(first, words),
                                                 std::vector<Descriptor>(words, masks),
                                                 std::vector<Descriptor>(masks, masks + kBranchCount));
  if (vocabulary->id() != header.id) {
    throw Error(ErrorCode::kInvalidArgument, "The vocabulary " + path + " is damaged; install it again.");
  }
  return vocabulary;
}

std::vector<uint8_t> Vocabulary::Serialize() const {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kFormatVersion;
  header.branch_count = kBranchCount;
  header.word_count = kWordCount;
  header.id = id_;
  std::vector<uint8_t> bytes(kFileSize);
  uint8_t* to = bytes.data();
  std::memcpy(to, &header, sizeof(header));
  to += sizeof(header);
  for (const std::vector<Descriptor>* part : {&branches_, &words_, &masks_}) {
    std::memcpy(to, part->data(), part->size() * sizeof(Descriptor));
    to += part->size() * sizeof(Descriptor);
  }
  return bytes;
}

uint16_t Vocabulary::WordOf(const Descriptor& descriptor) const {
  return IndexOf(NearestWords<1>(branches_, words_, descriptor)[0]);
}

std::vector<uint16_t> Vocabulary::WordsOf(Span<const Descriptor> descriptors) const {
  std::vector<uint16_t> words(descriptors.size());
  for (size_t i = 0; i < words.size(); ++i) words[i] = WordOf(descriptors[i]);
  return words;
}

WordProbes Vocabulary::ProbesOf(const Descriptor& descriptor) const {
  const auto nearest = NearestWords<kWordsPerQueryDescriptor>(branches_, words_, descriptor);
  WordProbes probes;
  for (size_t i = 0; i < probes.size(); ++i) {
    const uint16_t word = IndexOf(nearest[i]);
    probes[i] = {word, DistanceOf(nearest[i]), SignatureOf(descriptor, word)};
  }
  return probes;
}

uint64_t Vocabulary::SignatureOf(const Descriptor& descriptor, uint16_t word) const {
  return BestKernels().gather_bits(descriptor, masks_[word / kWordsPerBranch]);
}

}  // namespace loupe
