#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/candidates.h"
#include "core/dna.h"
#include "core/features.h"
#include "core/reference_index.h"
#include "core/search_filter.h"
#include "core/vocabulary.h"
#include "random.h"

namespace loupe::test {

Descriptor RandomDescriptor(Random* random);

/** The descriptor with `count` random bits flipped (some perhaps twice). */
Descriptor Disturbed(const Descriptor& descriptor, int count, Random* random);

/** Parts of a vocabulary. */
struct VocabularyParts {
  std::vector<Descriptor> branches, words, masks;
};
VocabularyParts RandomVocabularyParts(uint64_t seed);

/** A vocabulary whose words are disturbed copies of their branches; the same for the same seed. */
std::shared_ptr<const Vocabulary> RandomVocabulary(uint64_t seed);

/** The vocabulary of seed 7, which most tests share. */
std::shared_ptr<const Vocabulary> SharedVocabulary();

/** A picture's features made of random corners. */
Features RandomFeatures(uint64_t seed, size_t keypoint_count = 120);

/** The features of a photo of that picture: turned, scaled, moved, with disturbed descriptors and other
 * corners. */
Features PhotoOf(const Features& reference, uint64_t seed, int flipped_bits = 12);

std::vector<uint8_t> RandomDna(uint64_t seed, size_t keypoint_count = 120);

/** An index of `count` random pictures: key i has the picture of seed i. */
std::unique_ptr<ReferenceIndex> RandomIndex(uint32_t count, size_t keypoint_count = 120);

/** What retrieval proposes for a query of which all keypoints are looked up. */
std::vector<Candidate> CandidatesFor(const Features& query, const Vocabulary& vocabulary,
                                     const SearchScope& scope);

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
