#include "core/index/segment_merge.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "core/base/error.h"
#include "core/index/segment_bytes.h"

namespace loupe::index {
namespace {

/** A reference that survives a merge. */
struct Survivor {
  uint32_t key;
  uint16_t source;
  uint32_t local;
};

/**
 * By their lowest keys: references that are added in the order of their keys then lie in every list in that
 * order, too, and the lowest of a list are its first.
 */
std::vector<MergeSource> InOrderOfKeys(std::vector<MergeSource> sources) {
  const auto lowest = [](const MergeSource& source) {
    return source.segment->reference_count() > 0 ? source.segment->key(0) : 0;
  };
  std::stable_sort(sources.begin(), sources.end(),
                   [&](const MergeSource& a, const MergeSource& b) { return lowest(a) < lowest(b); });
  return sources;
}

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

std::shared_ptr<const Segment> MergeSegments(const std::vector<MergeSource>& unordered,
                                             uint32_t vocabulary_id, base::Span<const uint64_t> code_masks) {
  const std::vector<MergeSource> sources = InOrderOfKeys(unordered);
  const std::vector<Survivor> survivors = SurvivorsOf(sources);
  if (survivors.size() > kMaxSegmentReferences) {
    throw base::Error(base::ErrorCode::kInternal, "The references do not fit into one segment.");
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
