#include "core/index/vocabulary.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/features/hamming.h"
#include "core/index/center_ranking.h"
#include "core/index/list_division.h"

namespace loupe::index {
namespace {

constexpr char kVocabularyMagic[8] = {'L', 'O', 'U', 'P', 'E', 'V', 'O', 'C'};
constexpr uint32_t kVocabularyVersion = 1;
constexpr int kWordsPerBranch = kWordCount / kBranchCount;
constexpr int kVisitedBranches = 3;

struct VocabularyHeader {
  char magic[8];
  uint32_t version;
  uint32_t branch_count;
  uint32_t word_count;
  /** Checksum of the body, which is also the vocabulary's id. */
  uint32_t id;
};
static_assert(sizeof(VocabularyHeader) == 24, "the header is stored as it is");

constexpr size_t kDescriptorCount = kBranchCount + kWordCount + kBranchCount;
constexpr size_t kFileSize = sizeof(VocabularyHeader) + kDescriptorCount * sizeof(features::Descriptor);

/** Parts of a ranked center; the order breaks ties by the lower index. */
constexpr uint16_t DistanceOf(uint32_t ranked) { return static_cast<uint16_t>(ranked >> 16); }
constexpr uint16_t IndexOf(uint32_t ranked) { return static_cast<uint16_t>(ranked); }

static_assert(kBranchCount == kRankedTogether && kWordsPerBranch == kRankedTogether &&
                  kWordsPerBranch == kWordsTogether && kWordsPerQueryDescriptor == Ranking().size() &&
                  kVisitedBranches <= Ranking().size(),
              "one kernel ranks both");

Ranking NoneRanked() {
  Ranking none;
  none.fill(UINT32_MAX);
  return none;
}

/** The nearest branches of a descriptor. */
Ranking NearestBranches(const std::vector<uint8_t>& branches, const features::Descriptor& descriptor) {
  Ranking best = NoneRanked();
  ActiveRankCenters()(descriptor, branches.data(), 0, &best);
  return best;
}

/** Improves a ranking by the words of one branch. */
void RankWords(const std::vector<uint8_t>& words, uint32_t branch, const features::Descriptor& descriptor,
               Ranking* best) {
  ActiveRankCenters()(descriptor, words.data() + branch * kPlaneBytes, branch * kWordsPerBranch, best);
}

/** The nearest words of the nearest branches. */
Ranking NearestWords(const std::vector<uint8_t>& branches, const std::vector<uint8_t>& words,
                     const features::Descriptor& descriptor) {
  const Ranking best_branches = NearestBranches(branches, descriptor);
  Ranking best = NoneRanked();
  for (size_t i = 0; i < kVisitedBranches; ++i)
    RankWords(words, IndexOf(best_branches[i]), descriptor, &best);
  return best;
}

int CountBits(const features::Descriptor& descriptor) {
  int bits = 0;
  for (int i = 0; i < 4; ++i) bits += __builtin_popcountll(descriptor.word(i));
  return bits;
}

/** Checks the sizes. @return the checksum of everything, or 1 instead of 0 */
uint32_t CheckedId(const std::vector<features::Descriptor>& branches,
                   const std::vector<features::Descriptor>& words,
                   const std::vector<features::Descriptor>& masks) {
  if (branches.size() != kBranchCount || words.size() != kWordCount || masks.size() != kBranchCount) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "A vocabulary has 256 branches, 65536 words and 256 masks.");
  }
  for (const features::Descriptor& mask : masks) {
    if (CountBits(mask) != 64)
      throw base::Error(base::ErrorCode::kInvalidArgument, "A signature mask has 64 bits set.");
  }
  uint32_t crc = base::Crc32c(branches.data(), branches.size() * sizeof(features::Descriptor));
  crc = base::Crc32c(words.data(), words.size() * sizeof(features::Descriptor), crc);
  crc = base::Crc32c(masks.data(), masks.size() * sizeof(features::Descriptor), crc);
  return crc != 0 ? crc : 1;
}

std::vector<uint8_t> ReadWholeFile(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    throw base::Error(base::ErrorCode::kStorage, "The vocabulary " + path + " cannot be read: " +
                                                     std::generic_category().message(errno) + ".");
  }
  std::vector<uint8_t> bytes(kFileSize + 1);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  return bytes;
}

}  // namespace

Vocabulary::Vocabulary(const std::vector<features::Descriptor>& branches,
                       const std::vector<features::Descriptor>& words,
                       std::vector<features::Descriptor> masks)
    : id_(CheckedId(branches, words, masks)),
      branches_(ToPlanes(branches)),
      words_(ToPlanes(words)),
      masks_(std::move(masks)) {}

std::shared_ptr<const Vocabulary> Vocabulary::Load(const std::string& path) {
  return Decode(ReadWholeFile(path), path);
}

std::shared_ptr<const Vocabulary> Vocabulary::Decode(base::Span<const uint8_t> bytes,
                                                     const std::string& name) {
  VocabularyHeader header{};
  if (bytes.size() == kFileSize) std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.magic, kVocabularyMagic, sizeof(kVocabularyMagic)) != 0 ||
      header.version != kVocabularyVersion || header.branch_count != kBranchCount ||
      header.word_count != kWordCount) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "The file " + name + " is not a vocabulary of this engine.");
  }
  const auto* first = reinterpret_cast<const features::Descriptor*>(bytes.data() + sizeof(VocabularyHeader));
  const features::Descriptor* words = first + kBranchCount;
  const features::Descriptor* masks = words + kWordCount;
  auto vocabulary = std::make_shared<Vocabulary>(
      std::vector<features::Descriptor>(first, words), std::vector<features::Descriptor>(words, masks),
      std::vector<features::Descriptor>(masks, masks + kBranchCount));
  if (vocabulary->id() != header.id) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "The vocabulary " + name + " is damaged; install it again.");
  }
  return vocabulary;
}

uint16_t Vocabulary::WordOf(const features::Descriptor& descriptor) const {
  return IndexOf(NearestWords(branches_, words_, descriptor)[0]);
}

std::vector<uint16_t> Vocabulary::WordsOf(base::Span<const features::Descriptor> descriptors) const {
  std::vector<uint16_t> words(descriptors.size());
  for (size_t i = 0; i < words.size(); ++i) words[i] = WordOf(descriptors[i]);
  return words;
}

std::vector<WordProbes> Vocabulary::ProbesOf(base::Span<const features::Descriptor> descriptors) const {
  const size_t count = descriptors.size();
  // Branch by branch, so that the words of a branch stay in the nearest cache.
  std::vector<Ranking> nearest_branches(count), nearest(count);
  std::array<uint32_t, kBranchCount + 1> starts{};
  for (size_t i = 0; i < count; ++i) {
    nearest_branches[i] = NearestBranches(branches_, descriptors[i]);
    for (size_t k = 0; k < kVisitedBranches; ++k) ++starts[IndexOf(nearest_branches[i][k]) + 1U];
    nearest[i] = NoneRanked();
  }
  for (size_t branch = 0; branch < kBranchCount; ++branch) starts[branch + 1] += starts[branch];
  std::vector<uint32_t> order(count * kVisitedBranches);
  auto next = starts;
  for (uint32_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < kVisitedBranches; ++k) order[next[IndexOf(nearest_branches[i][k])]++] = i;
  }
  for (uint32_t branch = 0; branch < kBranchCount; ++branch) {
    for (uint32_t at = starts[branch]; at < starts[branch + 1]; ++at)
      RankWords(words_, branch, descriptors[order[at]], &nearest[order[at]]);
  }
  std::vector<WordProbes> probes(count);
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < probes[i].size(); ++k) {
      const uint16_t word = IndexOf(nearest[i][k]);
      probes[i][k] = {word, DistanceOf(nearest[i][k]), SignatureOf(descriptors[i], word)};
    }
  }
  return probes;
}

uint64_t Vocabulary::SignatureOf(const features::Descriptor& descriptor, uint16_t word) const {
  return features::ActiveKernels().gather_bits(descriptor, masks_[word / kWordsPerBranch]);
}

base::Span<const uint64_t> Vocabulary::code_masks() const {
  std::call_once(code_masks_once_, [this] {
    std::vector<uint64_t> signatures(kWordCount);
    for (uint32_t word = 0; word < kWordCount; ++word)
      signatures[word] = SignatureOf(FromPlanes(words_, word), static_cast<uint16_t>(word));
    code_masks_ = CodeMasksOf(signatures);
  });
  return code_masks_;
}

std::vector<uint8_t> EncodeVocabulary(const std::vector<features::Descriptor>& branches,
                                      const std::vector<features::Descriptor>& words,
                                      const std::vector<features::Descriptor>& masks) {
  VocabularyHeader header{};
  std::memcpy(header.magic, kVocabularyMagic, sizeof(kVocabularyMagic));
  header.version = kVocabularyVersion;
  header.branch_count = kBranchCount;
  header.word_count = kWordCount;
  header.id = CheckedId(branches, words, masks);
  std::vector<uint8_t> bytes(kFileSize);
  uint8_t* to = bytes.data();
  std::memcpy(to, &header, sizeof(header));
  to += sizeof(header);
  for (const std::vector<features::Descriptor>* part : {&branches, &words, &masks}) {
    std::memcpy(to, part->data(), part->size() * sizeof(features::Descriptor));
    to += part->size() * sizeof(features::Descriptor);
  }
  return bytes;
}

}  // namespace loupe::index
