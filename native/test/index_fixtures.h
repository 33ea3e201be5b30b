#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/features/features.h"
#include "core/index/reference_index.h"
#include "core/index/vocabulary.h"
#include "core/retrieval/candidates.h"
#include "core/retrieval/search_filter.h"
#include "core/signature/dna.h"
#include "test/random.h"

namespace loupe::test {

features::Descriptor RandomDescriptor(Random* random);

/** The descriptor with `count` random bits flipped (some perhaps twice). */
features::Descriptor Disturbed(const features::Descriptor& descriptor, int count, Random* random);

/** Parts of a vocabulary. */
struct VocabularyParts {
  std::vector<features::Descriptor> branches, words, masks;
};
VocabularyParts RandomVocabularyParts(uint64_t seed);

/** A vocabulary whose words are disturbed copies of their branches; the same for the same seed. */
std::shared_ptr<const index::Vocabulary> RandomVocabulary(uint64_t seed);

/** The vocabulary of seed 7, which most tests share. */
std::shared_ptr<const index::Vocabulary> SharedVocabulary();

/** A picture's features made of random corners. */
features::Features RandomFeatures(uint64_t seed, size_t keypoint_count = 120);

/** The features of a photo of that picture: turned, scaled, moved, with disturbed descriptors and other
 * corners. */
features::Features PhotoOf(const features::Features& reference, uint64_t seed, int flipped_bits = 12);

std::vector<uint8_t> RandomDna(uint64_t seed, size_t keypoint_count = 120);

/** An index of `count` random pictures: key i has the picture of seed i. */
std::unique_ptr<index::ReferenceIndex> RandomIndex(uint32_t count, size_t keypoint_count = 120);

/** What retrieval proposes for a query of which all keypoints are looked up. */
std::vector<retrieval::Candidate> CandidatesFor(const features::Features& query,
                                                const index::Vocabulary& vocabulary,
                                                const retrieval::SearchScope& scope);

/** A fresh folder that is deleted with its files at the end. */
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<uint8_t> ReadBytes(const std::string& path);
void WriteBytes(const std::string& path, const std::vector<uint8_t>& bytes);

}  // namespace loupe::test
