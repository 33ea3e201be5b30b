#pragma once

#include <napi.h>

#include <memory>

#include "binding/jobs/job.h"
#include "core/engine/engine_options.h"
#include "core/index/vocabulary.h"

namespace loupe::binding {

/** The options of an engine, which its jobs share. */
using SharedOptions = std::shared_ptr<const engine::EngineOptions>;

/*
 * A picture is a raster (which isHandedOver where nobody uses it afterwards), or {jpeg, mostPixels,
 * orientation?}, with maxSidePx where it is decoded in color. A job that gets JPEGs answers {notPlain: number
 * of the picture, from 0} when one of them is not a sound, plain JPEG.
 */

/** @throws Error kInvalidArgument unless it is 'reference' or 'query' */
bool IsQueryRole(const Napi::Value& value);

/** decode({jpeg, mostPixels, role | maxSidePx}, cancellation?) → raster: luma for a role, RGB within a side
 */
std::unique_ptr<Job> MakeDecodeJob(const Napi::CallbackInfo& info, const SharedOptions& options);

/**
 * extract(picture, role, cancellation?, appearance?: picture in color) → {dna, keypointCount, grade,
 * isRecognizable}
 */
std::unique_ptr<Job> MakeExtractJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<const index::Vocabulary> vocabulary,
                                    SharedOptions options);

/** match(dnaQuery, dnaReference, {threshold, findMirrored, withPoints}, cancellation?) → match */
std::unique_ptr<Job> MakeMatchJob(const Napi::CallbackInfo& info, SharedOptions options);

/** search(indexes, {picture} | {dna}, options, cancellation?) → {hits, queryKeypointCount, timing} */
std::unique_ptr<Job> MakeSearchJob(const Napi::CallbackInfo& info, SharedOptions options);

/** conflicts(indexes, dna, {selfIndex, selfKey, …}, cancellation?) → {hits, queryKeypointCount, timing} */
std::unique_ptr<Job> MakeConflictsJob(const Napi::CallbackInfo& info, SharedOptions options);

/**
 * searchShards([{index, number, count, held?: an index of this process}], dna, options with isForConflicts,
 * selfIndex and selfKey, cancellation, ask: ([{shards, message}]) => promise of as many [{shards, answer}]) →
 * as search(). Only shards that are not held are asked; answerShards() defines their answers. Waiting
 * for them, the job needs a thread of its own.
 */
std::unique_ptr<Job> MakeSearchShardsJob(const Napi::CallbackInfo& info,
                                         std::shared_ptr<const index::Vocabulary> vocabulary,
                                         SharedOptions options);

/** answerShards([{number, count, held}], question, cancellation?) → what these shards of one index answer
 * together
 */
std::unique_ptr<Job> MakeAnswerShardsJob(const Napi::CallbackInfo& info,
                                         std::shared_ptr<const index::Vocabulary> vocabulary,
                                         SharedOptions options);

/** compareFinely(reference: picture in color, query, {drawHighlights}, cancellation?) → comparison */
std::unique_ptr<Job> MakeCompareFinelyJob(const Napi::CallbackInfo& info, SharedOptions options);
std::unique_ptr<Job> MakeWeighContentJob(const Napi::CallbackInfo& info, SharedOptions options);
std::unique_ptr<Job> MakeCompareRelativesJob(const Napi::CallbackInfo& info, SharedOptions options);

/** matchByOrb(reference: luma picture, query, cancellation?) → {inlierCount, matchCount, queryFromReference,
 * …} */
std::unique_ptr<Job> MakeMatchByOrbJob(const Napi::CallbackInfo& info, const SharedOptions& options);

/** describeColors(picture in color, cancellation?) → [{rgb, percentage}] */
std::unique_ptr<Job> MakeDescribeColorsJob(const Napi::CallbackInfo& info, SharedOptions options);

/**
 * loadIndex(folder, owner, cancellation?, isArriving?) → {index, sequence} or null when the folder holds no
 * snapshot. isArriving: the signatures are still being written into its files.
 */
std::unique_ptr<Job> MakeLoadIndexJob(const Napi::CallbackInfo& info,
                                      std::shared_ptr<const index::Vocabulary> vocabulary,
                                      SharedOptions options);

}  // namespace loupe::binding
