#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/span.h"
#include "core/features/features.h"

namespace loupe::index {

constexpr int kBranchCount = 256;
constexpr int kWordCount = 65536;
/** Words looked up for each query descriptor; references have one. */
constexpr int kWordsPerQueryDescriptor = 3;

/** A query descriptor's place in one inverted list. */
struct WordProbe {
  uint16_t word = 0;
  /** Hamming distance from the word's center, 0..256. */
  uint16_t distance = 0;
  /** The descriptor's 64 most telling bits within the word's branch. */
  uint64_t signature = 0;
};

using WordProbes = std::array<WordProbe, kWordsPerQueryDescriptor>;

/**
 * Two-level vocabulary of binary words: 256 branches of 256 words, centers by k-majority (Grana et al., "A
 * fast approach for integrating ORB descriptors in the bag of words model", 2013), and for each branch the 64
 * descriptor bits that tell most between its members (signatures in the sense of Jegou et al., "Hamming
 * embedding", 2008).
 *
 * Word w belongs to branch w / 256. Immutable and safe to share between threads.
 */
class Vocabulary {
 public:
  /** Centers and masks as trained. `masks` have 64 bits set each. */
  Vocabulary(const std::vector<features::Descriptor>& branches,
             const std::vector<features::Descriptor>& words, std::vector<features::Descriptor> masks);

  /**
   * Reads a vocabulary file.
   * @throws Error kStorage when it cannot be read, kInvalidArgument when it is damaged or of another format.
   */
  static std::shared_ptr<const Vocabulary> Load(const std::string& path);

  /** The same of a file that has been read. @param name  of the file, for errors @throws Error
   * kInvalidArgument */
  static std::shared_ptr<const Vocabulary> Decode(base::Span<const uint8_t> bytes, const std::string& name);

  /** Checksum of all centers and masks, never 0: two vocabularies with one id give the same words. */
  uint32_t id() const { return id_; }

  /** Nearest word (ties: the lowest), searched in the three nearest branches. */
  uint16_t WordOf(const features::Descriptor& descriptor) const;

  /** The words of many descriptors. */
  std::vector<uint16_t> WordsOf(base::Span<const features::Descriptor> descriptors) const;

  /** Nearest words of each descriptor, nearest first (ties: the lowest), searched in the same branches. */
  std::vector<WordProbes> ProbesOf(base::Span<const features::Descriptor> descriptors) const;

  /** Signature of a descriptor as a member of `word`. */
  uint64_t SignatureOf(const features::Descriptor& descriptor, uint16_t word) const;

  /** Which bits of a signature are its code, one mask for each word (see list_division.h). Made when first
   * asked for, which takes a tenth of a second: only large indexes need them. */
  base::Span<const uint64_t> code_masks() const;

 private:
  uint32_t id_;
  /** Centers as ToPlanes() arranges them. */
  std::vector<uint8_t> branches_;
  std::vector<uint8_t> words_;
  std::vector<features::Descriptor> masks_;
  mutable std::once_flag code_masks_once_;
  mutable std::vector<uint64_t> code_masks_;
};

/**
 * A vocabulary file: header with magic, version, counts and CRC-32C, then branches, words, masks.
 * @throws Error kInvalidArgument like the constructor
 */
std::vector<uint8_t> EncodeVocabulary(const std::vector<features::Descriptor>& branches,
                                      const std::vector<features::Descriptor>& words,
                                      const std::vector<features::Descriptor>& masks);

}  // namespace loupe::index
