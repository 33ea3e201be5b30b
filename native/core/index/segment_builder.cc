#include "core/index/segment_builder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/large_memory.h"
#include "core/index/segment_file.h"
#include "core/signature/dna.h"

namespace loupe::index {
namespace {

/** How many postings a word has; lists of these are in ascending order of words. */
struct WordCount {
  uint16_t word;
  uint32_t count;
};

/** Which lists are divided, and where their ends are: all that are long enough, as far as places go. */
struct Divisions {
  Divisions(const std::vector<WordCount>& words, bool is_divided) : by_rank(words.size(), 0) {
    for (size_t rank = 0; is_divided && rank < words.size(); ++rank) {
      const uint32_t places = DivisionsOf(words[rank].count);
      if (places == 0 || place_count + places > kMostDivisions) continue;
      by_rank[rank] = static_cast<uint16_t>(place_count + 1);
      place_count += places;
      has_long_ends = has_long_ends || places > 1;
    }
  }

  /** The division of each list, by the rank of its word; 0 where there is none. */
  std::vector<uint16_t> by_rank;
  uint32_t place_count = 0;
  bool has_long_ends = false;
};

/** Bytes of a segment under construction, 8-byte aligned. */
class SegmentBytes {
 public:
  SegmentBytes(size_t references, const std::vector<WordCount>& words, size_t keyword_bytes,
               uint32_t vocabulary_id, bool is_divided = false)
      : divisions_(words, is_divided),
        header_(MakeHeader(references, words, keyword_bytes, vocabulary_id, divisions_)),
        layout_(header_) {
    header_.hot_size = layout_.end;
    bytes_ = std::make_shared<base::LargeMemory>(layout_.end);
    FillDirectory(words);
    if (has_divided_lists())
      std::copy(divisions_.by_rank.begin(), divisions_.by_rank.end(), At<uint16_t>(layout_.divisions));
  }

  template <typename T>
  T* At(size_t offset) {
    return reinterpret_cast<T*>(bytes_->data() + offset);
  }
  const SegmentLayout& layout() const { return layout_; }
  bool has_divided_lists() const { return header_.division_count > 0; }
  /** The division of a list, by the rank of its word; 0 when it has none. */
  uint16_t DivisionOf(size_t rank) const { return divisions_.by_rank[rank]; }

  /** Completes the directory and opens the segment. */
  std::shared_ptr<const Segment> Finish(std::vector<DnaBlob> dnas) {
    auto* ends = At<uint64_t>(layout_.dna_ends);
    uint64_t end = 0;
    for (size_t i = 0; i < dnas.size(); ++i) ends[i] = end += dnas[i].bytes.size();
    header_.dna_size = end;
    std::memcpy(At<uint8_t>(0), &header_, sizeof(header_));
    return std::make_shared<Segment>(base::Span<const uint8_t>(At<const uint8_t>(0), layout_.end), bytes_,
                                     std::move(dnas), false);
  }

 private:
  static SegmentHeader MakeHeader(size_t references, const std::vector<WordCount>& words,
                                  size_t keyword_bytes, uint32_t vocabulary_id, const Divisions& divisions) {
    SegmentHeader header = NewSegmentHeader();
    header.vocabulary_id = vocabulary_id;
    header.reference_count = static_cast<uint32_t>(references);
    header.keyword_bytes = static_cast<uint32_t>(keyword_bytes);
    header.distinct_word_count = static_cast<uint32_t>(words.size());
    for (const WordCount& word : words) header.posting_count += word.count;
    header.division_count = divisions.place_count;
    if (references > kMostNarrowReferences || divisions.has_long_ends) header.version = kWideVersion;
    return header;
  }

  void FillDirectory(const std::vector<WordCount>& words) {
    auto* bits = At<uint64_t>(layout_.word_bits);
    auto* ranks = At<uint32_t>(layout_.word_ranks);
    auto* starts = At<uint32_t>(layout_.starts);
    uint32_t start = 0;
    for (size_t rank = 0; rank < words.size(); ++rank) {
      bits[words[rank].word / 64] |= uint64_t{1} << (words[rank].word % 64);
      starts[rank] = start;
      start += words[rank].count;
    }
    starts[words.size()] = start;
    for (size_t block = 1; block < kWordCount / 64; ++block) {
      ranks[block] = ranks[block - 1] + static_cast<uint32_t>(__builtin_popcountll(bits[block - 1]));
    }
  }

  Divisions divisions_;
  SegmentHeader header_;
  SegmentLayout layout_;
  std::shared_ptr<base::LargeMemory> bytes_;
};

std::vector<KeywordEntry> EntriesOf(const std::vector<std::string>& keywords) {
  if (keywords.size() > kMaxKeywordsPerReference) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "A reference has at most 1024 keywords.");
  }
  const std::set<std::string> distinct(keywords.begin(), keywords.end());
  std::vector<KeywordEntry> entries;
  for (const std::string& keyword : distinct) {
    if (keyword.size() > kMaxKeywordBytes) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "A keyword has at most 1024 bytes.");
    }
    entries.push_back({keyword, {0}});
  }
  return entries;
}

/** A reference that survives a merge. */
struct Survivor {
  uint32_t key;
  uint16_t source;
  uint32_t local;
};

std::vector<Survivor> SurvivorsOf(const std::vector<MergeSource>& sources) {
  std::vector<Survivor> survivors;
  for (size_t s = 0; s < sources.size(); ++s) {
    const Segment& segment = *sources[s].segment;
    for (size_t local = 0; local < segment.reference_count(); ++local) {
      if (sources[s].removed != nullptr && Contains(*sources[s].removed, local)) continue;
      survivors.push_back({segment.key(local), static_cast<uint16_t>(s), static_cast<uint32_t>(local)});
    }
  }
  std::sort(survivors.begin(), survivors.end(),
            [](const Survivor& a, const Survivor& b) { return a.key < b.key; });
  return survivors;
}

/** For each source, the new local number of each old one, or -1. */
using Renumbering = std::vector<std::vector<int32_t>>;

Renumbering Renumber(const std::vector<MergeSource>& sources, const std::vector<Survivor>& survivors) {
  Renumbering renumbering;
  for (const MergeSource& source : sources) renumbering.emplace_back(source.segment->reference_count(), -1);
  for (size_t i = 0; i < survivors.size(); ++i) {
    renumbering[survivors[i].source][survivors[i].local] = static_cast<int32_t>(i);
  }
  return renumbering;
}

/** Calls visit(word) for each word that any source holds, in ascending order. */
template <typename Visit>
void ForEachWord(const std::vector<MergeSource>& sources, Visit visit) {
  for (uint32_t block = 0; block < kWordCount / 64; ++block) {
    uint64_t bits = 0;
    for (const MergeSource& source : sources) bits |= source.segment->word_bits(block);
    for (; bits != 0; bits &= bits - 1) {
      visit(static_cast<uint16_t>(block * 64 + static_cast<uint32_t>(__builtin_ctzll(bits))));
    }
  }
}

std::vector<WordCount> CountPostings(const std::vector<MergeSource>& sources,
                                     const Renumbering& renumbering) {
  std::vector<WordCount> counts;
  ForEachWord(sources, [&](uint16_t word) {
    uint32_t count = 0;
    for (size_t s = 0; s < sources.size(); ++s) {
      const Segment& segment = *sources[s].segment;
      const PostingRange range = segment.PostingsOf(word);
      if (sources[s].removed == nullptr) {
        count += range.end - range.begin;
        continue;
      }
      for (uint32_t i = range.begin; i < range.end; ++i) count += renumbering[s][segment.local(i)] >= 0;
    }
    if (count > 0) counts.push_back({word, count});
  });
  return counts;
}

void CopyPostings(const std::vector<MergeSource>& sources, const Renumbering& renumbering,
                  SegmentBytes* bytes) {
  auto* signatures = bytes->At<uint64_t>(bytes->layout().signatures);
  auto* locals = bytes->At<uint16_t>(bytes->layout().locals);
  auto* geometry = bytes->At<PackedGeometry>(bytes->layout().geometry);
  size_t at = 0;
  ForEachWord(sources, [&](uint16_t word) {
    for (size_t s = 0; s < sources.size(); ++s) {
      const Segment& segment = *sources[s].segment;
      const PostingRange range = segment.PostingsOf(word);
      for (uint32_t i = range.begin; i < range.end; ++i) {
        const int32_t local = renumbering[s][segment.local(i)];
        if (local < 0) continue;
        signatures[at] = segment.signatures()[i];
        locals[at] = static_cast<uint16_t>(local);
        geometry[at] = segment.geometry(i).Of(static_cast<uint32_t>(local));
        ++at;
      }
    }
  });
}

/** Orders long lists by code. */
void DivideLists(const std::vector<WordCount>& words, base::Span<const uint64_t> code_masks,
                 SegmentBytes* bytes) {
  const SegmentLayout& layout = bytes->layout();
  std::array<uint32_t, kCodeCount> ends;
  std::vector<uint32_t> order;
  std::vector<uint64_t> kept;
  size_t start = 0;
  for (size_t rank = 0; rank < words.size(); ++rank) {
    const WordCount& word = words[rank];
    if (const uint16_t division = bytes->DivisionOf(rank); division > 0) {
      uint64_t* signatures = bytes->At<uint64_t>(layout.signatures) + start;
      DivideList({signatures, word.count}, code_masks[word.word], ends.data(), &order);
      Reorder(order, &kept, signatures);
      Reorder(order, &kept, bytes->At<uint16_t>(layout.locals) + start);
      Reorder(order, &kept, bytes->At<PackedGeometry>(layout.geometry) + start);
      uint16_t* places = bytes->At<uint16_t>(layout.code_ends) + (division - size_t{1}) * kCodeCount;
      if (DivisionsOf(word.count) > 1)
        std::memcpy(places, ends.data(), sizeof(ends));
      else
        std::copy(ends.begin(), ends.end(), places);
    }
    start += word.count;
  }
}

std::vector<KeywordEntry> MergeKeywords(const std::vector<MergeSource>& sources,
                                        const Renumbering& renumbering) {
  std::map<std::string, std::vector<uint32_t>, std::less<>> merged;
  for (size_t s = 0; s < sources.size(); ++s) {
    const KeywordTable& table = sources[s].segment->keywords();
    for (size_t k = 0; k < table.size(); ++k) {
      for (const uint32_t local : table.references(k)) {
        if (renumbering[s][local] < 0) continue;
        merged[std::string(table.keyword(k))].push_back(static_cast<uint32_t>(renumbering[s][local]));
      }
    }
  }
  std::vector<KeywordEntry> entries;
  for (auto& [keyword, references] : merged) {
    std::sort(references.begin(), references.end());
    entries.emplace_back(keyword, std::move(references));
  }
  return entries;
}

}  // namespace

std::shared_ptr<const Segment> BuildSegment(uint32_t key, const std::vector<uint8_t>& dna,
                                            const std::vector<std::string>& keywords,
                                            const Vocabulary& vocabulary) {
  const signature::DnaView view = signature::ParseDna(dna);
  const signature::ReferenceView& reference = view.reference();
  std::vector<uint16_t> words;
  if (view.has_words() && view.vocabulary_id() == vocabulary.id()) {
    for (size_t i = 0; i < view.keypoint_count(); ++i) words.push_back(view.word(i));
  } else {
    words = vocabulary.WordsOf(reference.descriptors);
  }
  std::vector<uint16_t> order(words.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint16_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](uint16_t a, uint16_t b) { return words[a] < words[b]; });
  std::vector<WordCount> counts;
  for (const uint16_t keypoint : order) {
    if (counts.empty() || counts.back().word != words[keypoint]) counts.push_back({words[keypoint], 0});
    ++counts.back().count;
  }
  const std::vector<uint8_t> keyword_bytes = EncodeKeywordTable(EntriesOf(keywords), 1);
  SegmentBytes bytes(1, counts, keyword_bytes.size(), vocabulary.id());

  const int side = std::max({1, reference.working_size.width, reference.working_size.height});
  *bytes.At<uint32_t>(bytes.layout().keys) = key;
  *bytes.At<uint16_t>(bytes.layout().sides) = static_cast<uint16_t>(std::min(side, 65535));
  std::memcpy(bytes.At<uint8_t>(bytes.layout().keywords), keyword_bytes.data(), keyword_bytes.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t keypoint = order[i];
    bytes.At<uint64_t>(bytes.layout().signatures)[i] =
        vocabulary.SignatureOf(reference.descriptors[keypoint], words[keypoint]);
    bytes.At<PackedGeometry>(bytes.layout().geometry)[i] =
        PackedGeometry(reference.keypoints[keypoint], side);
  }
  const auto kept = std::make_shared<const std::vector<uint8_t>>(signature::WithoutExtras(view));
  return bytes.Finish({DnaBlob{base::Span<const uint8_t>(*kept), kept, false}});
}

std::shared_ptr<const Segment> MergeSegments(const std::vector<MergeSource>& sources, uint32_t vocabulary_id,
                                             base::Span<const uint64_t> code_masks) {
  const std::vector<Survivor> survivors = SurvivorsOf(sources);
  if (survivors.size() > kMaxSegmentReferences) {
    throw base::Error(base::ErrorCode::kInternal, "A segment cannot hold so many references.");
  }
  const Renumbering renumbering = Renumber(sources, survivors);
  const std::vector<uint8_t> keyword_bytes =
      EncodeKeywordTable(MergeKeywords(sources, renumbering), survivors.size());
  const std::vector<WordCount> words = CountPostings(sources, renumbering);
  SegmentBytes bytes(survivors.size(), words, keyword_bytes.size(), vocabulary_id, !code_masks.empty());
  CopyPostings(sources, renumbering, &bytes);
  if (bytes.has_divided_lists()) DivideLists(words, code_masks, &bytes);
  std::memcpy(bytes.At<uint8_t>(bytes.layout().keywords), keyword_bytes.data(), keyword_bytes.size());
  std::vector<DnaBlob> dnas;
  dnas.reserve(survivors.size());
  for (size_t i = 0; i < survivors.size(); ++i) {
    const Segment& segment = *sources[survivors[i].source].segment;
    bytes.At<uint32_t>(bytes.layout().keys)[i] = survivors[i].key;
    bytes.At<uint16_t>(bytes.layout().sides)[i] = static_cast<uint16_t>(segment.side(survivors[i].local));
    dnas.push_back(segment.dna(survivors[i].local));
  }
  return bytes.Finish(std::move(dnas));
}

}  // namespace loupe::index
