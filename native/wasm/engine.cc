/**
 * The engine as a module of browsers: what `packages/engine-wasm` calls. One thread; pointers are offsets
 * into the module's memory. A function that answers a negative number failed, and loupe_text() says why: a
 * code, a blank, a sentence.
 */
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/features/features.h"
#include "core/features/looks/reduced_look.h"
#include "core/index/reference_index.h"
#include "core/index/segment_file.h"
#include "core/index/vocabulary.h"
#include "core/search/search.h"
#include "core/signature/dna.h"
#include "core/verification/follow.h"
#include "wasm/answer.h"

namespace loupe::wasm {
namespace {

struct Module {
  std::shared_ptr<const index::Vocabulary> vocabulary;
  std::unique_ptr<index::ReferenceIndex> index;
  search::Searcher searcher;
  features::Features query;
};

Module& The() {
  static Module module;
  return module;
}

/** Numbers with all digits that they need: what is compared must be told apart. */
void AppendHit(const search::SearchHit& hit) {
  Append(
      R"({"key":%u,"decision":"%s","isRecognized":%s,"isMirrored":%s,"inlierCount":%d,"distance":%.9g,"box":[)",
      hit.key, verification::DecisionName(hit.match.decision), hit.match.is_recognized ? "true" : "false",
      hit.match.is_mirrored ? "true" : "false", hit.match.evidence.guided_count,
      static_cast<double>(hit.match.distance));
  for (const verification::FractionPoint& corner : hit.match.query.box)
    Append("%s%.9g,%.9g", &corner == hit.match.query.box.data() ? "" : ",", static_cast<double>(corner.x),
           static_cast<double>(corner.y));
  Append("],\"homography\":");
  if (!hit.match.has_homography) {
    Append("null}");
    return;
  }
  for (size_t i = 0; i < 9; ++i) Append("%c%.17g", i == 0 ? '[' : ',', hit.match.query_from_reference[i]);
  Append("]}");
}

void AppendAnswer(const search::SearchResult& result) {
  Text() = "{\"hits\":[";
  for (const search::SearchHit& hit : result.hits) {
    if (&hit != result.hits.data()) Append(",");
    AppendHit(hit);
  }
  Append("],\"keypoints\":%u,\"hasLookedCloser\":%s}", static_cast<unsigned>(The().query.keypoints.size()),
         result.statistics.has_looked_closer ? "true" : "false");
}

index::ReferenceIndex& NeedIndex() {
  if (!The().index)
    throw base::Error(base::ErrorCode::kInvalidArgument, "No pack is open; open one before recognizing.");
  return *The().index;
}

template <typename T>
void Put(const T* from, size_t count) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(from);
  Bytes().insert(Bytes().end(), bytes, bytes + count * sizeof(T));
}

}  // namespace

/** 8-byte aligned; null where there is no memory left. */
LOUPE_API void* loupe_alloc(size_t size) { return std::malloc(size); }
LOUPE_API void loupe_free(void* block) { std::free(block); }

/** The last answer or failure, and its length in bytes. */
LOUPE_API const char* loupe_text() { return Text().data(); }
LOUPE_API int loupe_text_size() { return static_cast<int>(Text().size()); }
LOUPE_API const uint8_t* loupe_bytes() { return Bytes().data(); }
LOUPE_API int loupe_bytes_size() { return static_cast<int>(Bytes().size()); }

/** Takes the vocabulary's file; once. */
LOUPE_API int loupe_vocabulary(const uint8_t* file, size_t size) {
  return Guarded([&] {
    The().vocabulary = index::Vocabulary::Decode({file, size}, "that was handed over");
    return 0;
  });
}
LOUPE_API uint32_t loupe_vocabulary_id() { return The().vocabulary ? The().vocabulary->id() : 0; }

/**
 * Adds the references of a segment's file, which stays where it is and belongs to the module from here on:
 * also when it is refused.
 * @param is_signed  1 where all bytes were compared with what was signed, 0 to compare checksums
 * @return how many references there are
 */
LOUPE_API int loupe_add_segment(uint8_t* file, size_t size, int is_signed) {
  const std::shared_ptr<const void> owner(file, std::free);
  return Guarded([&] {
    if (!The().vocabulary)
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        "Hand over the vocabulary before a pack is opened.");
    const auto check = is_signed != 0 ? index::LoadCheck::kBounds : index::LoadCheck::kHot;
    const auto segment = index::OpenSegmentInMemory({file, size}, owner, check);
    if (segment->header().vocabulary_id != The().vocabulary->id())
      throw base::Error(base::ErrorCode::kSnapshotStale,
                        "The pack was made for another vocabulary; fetch both again.");
    index::IndexState state;
    if (The().index) state = *The().index->state();
    state.segments.push_back({segment, nullptr, 0});
    state.reference_count += segment->reference_count();
    The().index = std::make_unique<index::ReferenceIndex>(The().vocabulary, std::move(state));
    return static_cast<int>(The().index->size());
  });
}

/**
 * Leaves out a reference of the segments that were added so far; a later one may hold the same key again.
 * @return how many are left
 */
LOUPE_API int loupe_remove(uint32_t key) {
  return Guarded([&] {
    NeedIndex().Remove(key);
    return static_cast<int>(NeedIndex().size());
  });
}

/** Closes the pack and frees what it used. */
LOUPE_API void loupe_close() {
  The().index.reset();
  The().query = {};
}

/** Extracts what a first look sees. @return how many keypoints */
LOUPE_API int loupe_look(const uint8_t* pixels, int width, int height) {
  return Guarded([&] {
    The().query = features::ExtractReduced(ViewOf(pixels, width, height), features::QueryRequest());
    return static_cast<int>(The().query.keypoints.size());
  });
}

/**
 * Searches for what loupe_look() saw; the answer is JSON.
 * @param closer     the picture for a closer look, larger by half; null for none
 * @param most_hits  1 to 1000
 * @return how many references are recognized
 */
LOUPE_API int loupe_search(const uint8_t* closer, int width, int height, int most_hits) {
  return Guarded([&] {
    search::SearchRequest request;
    request.limit = most_hits;
    request.most_keypoints = features::FeatureOptions().query.max_keypoints;
    features::Features look;
    if (closer != nullptr) {
      request.closer_look = [&]() -> const features::Features* {
        look = features::ExtractReduced(ViewOf(closer, width, height), features::CloserQueryRequest());
        return &look;
      };
    }
    const index::ReferenceIndex* indexes[] = {&NeedIndex()};
    const search::SearchResult result = The().searcher.Search({indexes, 1}, The().query, request, {});
    AppendAnswer(result);
    int recognized = 0;
    for (const search::SearchHit& hit : result.hits) recognized += hit.match.is_recognized ? 1 : 0;
    return recognized;
  });
}

/**
 * Looks for one reference around where an earlier picture showed it.
 * @param pose  nine numbers, from fractions of the reference to those of the picture, row by row: what the
 * earlier one said, and afterwards what this one says
 * @return 1 where it is there, 0 where it is not
 */
LOUPE_API int loupe_follow(uint32_t key, double* pose, const uint8_t* pixels, int width, int height) {
  return Guarded([&] {
    if (!NeedIndex().Contains(key)) return 0;
    const index::DnaBlob blob = NeedIndex().DnaOf(key);
    const signature::DnaView dna = signature::ParseDna(blob.bytes, blob.is_mapped);
    const features::Features look =
        features::ExtractReduced(ViewOf(pixels, width, height), verification::FollowRequest());
    verification::PoseOnFractions before;
    std::copy(pose, pose + before.size(), before.begin());
    const verification::FollowedPose found =
        verification::FollowPose(look, dna.reference(), before, verification::VerificationOptions());
    if (!found.is_found) return 0;
    std::copy(found.query_from_reference.begin(), found.query_from_reference.end(), pose);
    return 1;
  });
}

/** Puts what a picture's signature would hold of it into loupe_bytes(), to compare builds: keypoints,
 * descriptors, pixels. */
LOUPE_API int loupe_describe(const uint8_t* pixels, int width, int height, int as_reference) {
  return Guarded([&] {
    const image::GrayView view = ViewOf(pixels, width, height);
    const auto request = as_reference != 0 ? features::ReferenceRequest() : features::QueryRequest();
    const features::Features found = features::ExtractReduced(view, request);
    Bytes().clear();
    Put(found.keypoints.data(), found.keypoints.size());
    Put(found.descriptors.data(), found.descriptors.size());
    if (!found.halves.empty()) Put(found.halves[0].pixels.data(), found.halves[0].pixels.size());
    return static_cast<int>(found.keypoints.size());
  });
}

}  // namespace loupe::wasm
