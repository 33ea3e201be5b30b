#include "core/shards/answer_shard.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/retrieval/search_filter.h"
#include "core/shards/shard_messages.h"
#include "core/signature/dna.h"

namespace loupe::shards {
namespace {

using retrieval::KeyedHit;
using retrieval::PostingHit;
using retrieval::SearchScope;
using retrieval::SegmentView;

/** Key and length before each DNA. */
constexpr size_t kDnaHeadBytes = 2 * sizeof(uint32_t);
/** No less than what goes before the hits of all descriptors, and before those of each. */
constexpr size_t kNearestHeadBytes = 32;

[[noreturn]] void Refuse(const char* why) { throw base::Error(base::ErrorCode::kInvalidArgument, why); }

std::vector<uint16_t> Numbers(size_t count) {
  std::vector<uint16_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), uint16_t{0});
  return numbers;
}

/** Descriptors are numbered by 16 bits. */
std::vector<index::WordProbes> FewProbes(ByteReader* reader) {
  std::vector<index::WordProbes> probes = GetProbes(reader);
  if (probes.size() > UINT16_MAX) Refuse("A shard of an index is asked for too many descriptors at once.");
  return probes;
}

/** @param told_of  gives the ToldHit of a hit */
template <typename Hit, typename ToldOf>
void PutHits(base::Span<const Hit> hits, ToldOf told_of, ByteWriter* writer) {
  uint8_t* to = writer->Extend(hits.size() * ToldHit::kSize);
  for (const Hit& hit : hits) {
    told_of(hit).Write(to);
    to += ToldHit::kSize;
  }
}

void AnswerNearest(const SearchScope& scope, size_t together, retrieval::PostingScan* scan,
                   ByteReader* question, ByteWriter* answer, const base::CancellationToken* cancellation) {
  const NearestQuestion asked = NearestQuestion::Read(question);
  const size_t most = asked.MostTold(together);
  const std::vector<index::WordProbes> probes = FewProbes(question);
  scan->BeginForOthers(probes.size(), scope.views(), most, asked.LeastOfCrowd(together));
  scan->Scan(Numbers(probes.size()), probes, {asked.words_each, asked.code_radius}, scope.vocabulary(),
             cancellation);
  answer->Reserve(kNearestHeadBytes + probes.size() * (kNearestHeadBytes + most * ToldHit::kSize));
  answer->Put(scan->counters().lists);
  answer->Put(scan->counters().postings);
  answer->Put(static_cast<uint8_t>(most));
  for (size_t i = 0; i < probes.size(); ++i) {
    const retrieval::ScanOutcome& outcome = scan->OutcomeOf(i);
    base::Span<const KeyedHit> hits = scan->KeyedHitsOf(i);
    // A few of those that are equally near say something only where no more are kept anywhere.
    if (outcome.complete < outcome.limit && most < retrieval::kMaxHitsPerDescriptor) hits = {};
    answer->Put(outcome.complete);
    answer->Put(outcome.left_out_count);
    answer->Put(outcome.crowd_count);
    answer->Put(static_cast<uint8_t>(hits.size()));
    PutHits(
        hits,
        [](const KeyedHit& hit) {
          return ToldHit{hit.key, hit.geometry.bits(), hit.side, hit.distance};
        },
        answer);
  }
}

void AnswerCrowd(const SearchScope& scope, retrieval::PostingScan* scan, ByteReader* question,
                 ByteWriter* answer, const base::CancellationToken* cancellation) {
  const std::vector<index::WordProbes> probes = FewProbes(question);
  scan->Begin(probes.size(), scope.views());
  std::vector<uint32_t> counts;
  const std::vector<PostingHit>& hits =
      scan->ScanCrowd(Numbers(probes.size()), probes, 1, cancellation, &counts);
  const PostingHit* next = hits.data();
  const PostingHit* const end = next + hits.size();
  for (size_t i = 0; i < probes.size(); ++i) {
    const PostingHit* const first = next;
    while (next != end && next->query == i) ++next;
    answer->Put(counts[i]);
    answer->Put(static_cast<uint8_t>(next - first));
    PutHits(
        base::Span<const PostingHit>(first, static_cast<size_t>(next - first)),
        [&scope](const PostingHit& hit) {
          const SegmentView& view = scope.ViewOf(hit.image);
          const uint32_t local = hit.image - view.first_image;
          const uint32_t distance = retrieval::kSignatureDistanceLimit - hit.weight;
          return ToldHit{view.segment->key(local), view.segment->geometry(hit.posting).bits(),
                         view.segment->sides()[local], static_cast<uint8_t>(distance)};
        },
        answer);
  }
}

void AnswerPlacedVotes(const SearchScope& scope, const std::vector<retrieval::VotedImage>& voted, size_t most,
                       ByteWriter* answer) {
  struct Told {
    uint32_t votes, key;
    uint16_t side;
  };
  std::vector<Told> told;
  for (const retrieval::VotedImage& image : voted) {
    const SegmentView& view = scope.ViewOf(image.image);
    const uint32_t local = image.image - view.first_image;
    told.push_back({image.votes, view.segment->key(local), static_cast<uint16_t>(view.segment->side(local))});
  }
  const auto end = told.begin() + static_cast<ptrdiff_t>(std::min(told.size(), most));
  std::partial_sort(told.begin(), end, told.end(), [](const Told& a, const Told& b) {
    return a.votes != b.votes ? a.votes > b.votes : a.key < b.key;
  });
  answer->Put(static_cast<uint32_t>(end - told.begin()));
  for (auto image = told.begin(); image != end; ++image) {
    answer->Put(image->key);
    answer->Put(image->side);
    answer->Put(image->votes);
  }
}

index::DnaBlob DnaOf(const index::ReferenceIndex& shard, uint32_t key) {
  index::DnaBlob dna = shard.DnaOf(key);
  try {
    // Damage is reported where it can be repaired.
    if (dna.is_mapped) signature::ParseDna(dna.bytes, true);
  } catch (const base::Error& error) {
    throw base::Error(
        base::ErrorCode::kSnapshotCorrupt,
        std::string("A stored DNA is damaged; rebuild the index from the database. ") + error.what());
  }
  return dna;
}

/**
 * Leaves out references that lie in another shard, or that were removed since they were found.
 * @throws Error kSignaturesAway when one of them has not arrived yet, after all such were noted as wanted
 */
void AnswerDnas(base::Span<const HeldShard> shards, ByteReader* question, ByteWriter* answer) {
  const size_t count = question->GetCount(sizeof(uint32_t));
  std::vector<std::pair<uint32_t, index::DnaBlob>> found;
  size_t byte_count = 0;
  bool are_here = true;
  for (size_t i = 0; i < count; ++i) {
    const auto key = question->Get<uint32_t>();
    for (const HeldShard& shard : shards) {
      if (key % shard.count != shard.number || !shard.index->Contains(key)) continue;
      try {
        found.emplace_back(key, DnaOf(*shard.index, key));
        byte_count += kDnaHeadBytes + found.back().second.bytes.size();
      } catch (const base::Error& error) {
        const bool is_away = error.code() == base::ErrorCode::kSignaturesAway;
        // Removed just now, unless it is still there.
        if (!is_away && shard.index->Contains(key)) throw;
        are_here = are_here && !is_away;
      }
    }
  }
  if (!are_here)
    throw base::Error(base::ErrorCode::kSignaturesAway, "Signatures of a shard have not arrived yet.");
  answer->Reserve(byte_count);
  for (const auto& [key, dna] : found) {
    answer->Put(key);
    answer->Put(static_cast<uint32_t>(dna.bytes.size()));
    answer->PutBytes(dna.bytes);
  }
}

/** The filter of each shard: of a list of keys its own. */
std::vector<retrieval::SearchFilter> FiltersOf(base::Span<const HeldShard> shards,
                                               const retrieval::SearchFilter& filter) {
  std::vector<retrieval::SearchFilter> filters;
  for (const HeldShard& shard : shards) {
    retrieval::SearchFilter& own = filters.emplace_back();
    own.keywords = filter.keywords;
    own.only_keys = filter.only_keys;
    own.excluded = filter.excluded;
    std::copy_if(filter.keys.begin(), filter.keys.end(), std::back_inserter(own.keys),
                 [&](uint32_t key) { return key % shard.count == shard.number; });
  }
  return filters;
}

}  // namespace

std::vector<uint8_t> ShardAnswerer::Answer(base::Span<const HeldShard> shards, uint32_t vocabulary_id,
                                           base::Span<const uint8_t> question,
                                           const retrieval::RetrievalOptions& options,
                                           const base::CancellationToken* cancellation) {
  ByteReader reader(question);
  ByteWriter answer;
  if (reader.Get<uint8_t>() != kMessageVersion) Refuse("A shard of an index is asked by another version.");
  const auto kind = static_cast<QuestionKind>(reader.Get<uint8_t>());
  if (kind == QuestionKind::kDnas) {
    AnswerDnas(shards, &reader, &answer);
    return answer.Take();
  }
  std::vector<const index::ReferenceIndex*> indexes;
  for (const HeldShard& shard : shards) indexes.push_back(shard.index);
  const SearchScope scope = SearchScope::OfShards(indexes, FiltersOf(shards, GetFilter(&reader)));
  switch (kind) {
    case QuestionKind::kCounts:
      answer.Put(vocabulary_id);
      answer.Put(static_cast<uint64_t>(scope.reference_count()));
      answer.Put(static_cast<uint64_t>(scope.allowed_count()));
      break;
    case QuestionKind::kNearest:
      AnswerNearest(scope, shards.size(), &scan_, &reader, &answer, cancellation);
      break;
    case QuestionKind::kCrowd:
      AnswerCrowd(scope, &scan_, &reader, &answer, cancellation);
      break;
    case QuestionKind::kPlacedCounts: {
      const std::vector<index::WordProbes> probes = FewProbes(&reader);
      const std::vector<retrieval::ExpectedPlace> places = GetPlaces(probes.size(), &reader);
      for (const uint32_t count : placed_votes_.CountFound(Numbers(probes.size()), probes, places, scope,
                                                           options.placed_votes, cancellation))
        answer.Put(count);
      break;
    }
    case QuestionKind::kPlacedVotes: {
      const size_t most = reader.Get<uint32_t>();
      const std::vector<index::WordProbes> probes = FewProbes(&reader);
      const std::vector<retrieval::ExpectedPlace> places = GetPlaces(probes.size(), &reader);
      std::vector<uint32_t> weights;
      for (size_t i = 0; i < probes.size(); ++i) weights.push_back(reader.Get<uint32_t>());
      AnswerPlacedVotes(scope,
                        placed_votes_.Count(Numbers(probes.size()), probes, places, scope,
                                            options.placed_votes, &weights, cancellation),
                        most, &answer);
      break;
    }
    default:
      Refuse("A shard of an index is asked for what it does not know.");
  }
  return answer.Take();
}

}  // namespace loupe::shards
