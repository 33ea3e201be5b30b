#include "core/matching/predicted_pairs.h"

namespace loupe::matching {
namespace {

int EvidenceOf(const std::vector<GuidedMatch>& pairs, int max_hamming) {
  int evidence = 0;
  for (const GuidedMatch& pair : pairs) evidence += max_hamming + 1 - pair.hamming;
  return evidence;
}

/** Least squares, with the pairs' descriptors as weights. @return false when the pairs lie on a line */
bool Fit(const GuidedMatcher& matcher, const std::vector<GuidedMatch>& pairs, int max_hamming,
         Affine* transform) {
  double weight_sum = 0, mean_rx = 0, mean_ry = 0, mean_qx = 0, mean_qy = 0;
  const auto reference_of = [&](const GuidedMatch& pair) {
    return matcher.reference().keypoints[static_cast<size_t>(pair.reference_index)];
  };
  const auto query_of = [&](const GuidedMatch& pair) {
    return matcher.query().keypoints[static_cast<size_t>(pair.query_index)];
  };
  const auto weight_of = [max_hamming](const GuidedMatch& pair) { return 1.0 + max_hamming - pair.hamming; };
  for (const GuidedMatch& pair : pairs) {
    const features::Keypoint r = reference_of(pair), q = query_of(pair);
    const double w = weight_of(pair);
    weight_sum += w;
    mean_rx += w * r.x(), mean_ry += w * r.y(), mean_qx += w * q.x(), mean_qy += w * q.y();
  }
  mean_rx /= weight_sum, mean_ry /= weight_sum, mean_qx /= weight_sum, mean_qy /= weight_sum;
  double xx = 0, xy = 0, yy = 0, xu = 0, yu = 0, xv = 0, yv = 0;
  for (const GuidedMatch& pair : pairs) {
    const features::Keypoint r = reference_of(pair), q = query_of(pair);
    const double w = weight_of(pair), x = r.x() - mean_rx, y = r.y() - mean_ry;
    xx += w * x * x, xy += w * x * y, yy += w * y * y;
    xu += w * x * (q.x() - mean_qx), yu += w * y * (q.x() - mean_qx);
    xv += w * x * (q.y() - mean_qy), yv += w * y * (q.y() - mean_qy);
  }
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > 0.01 * (xx + yy) * (xx + yy) * 0.25)) return false;
  const double a = (xu * yy - yu * xy) / determinant, b = (yu * xx - xu * xy) / determinant;
  const double c = (xv * yy - yv * xy) / determinant, d = (yv * xx - xv * xy) / determinant;
  if (!(a * d - b * c > 1e-6)) return false;
  *transform = {static_cast<float>(a),
                static_cast<float>(b),
                static_cast<float>(c),
                static_cast<float>(d),
                static_cast<float>(mean_qx - a * mean_rx - b * mean_ry),
                static_cast<float>(mean_qy - c * mean_rx - d * mean_ry),
                static_cast<float>(mean_rx),
                static_cast<float>(mean_ry)};
  return true;
}

}  // namespace

PredictedPairs FindPredictedPairs(const GuidedMatcher& matcher, const retrieval::SpatialAgreement& agreement,
                                  const PredictedPairOptions& options, int min_sampled_evidence) {
  const int max_hamming = options.agreement.max_hamming;
  Affine transform = {agreement.a,  -agreement.b, agreement.b,        agreement.a,
                      agreement.tx, agreement.ty, agreement.center_x, agreement.center_y};
  const std::vector<GuidedMatch> wide = matcher.Match(transform, options.wide);
  if (EvidenceOf(wide, max_hamming) < min_sampled_evidence ||
      wide.size() < static_cast<size_t>(options.min_pairs_to_fit) ||
      !Fit(matcher, wide, max_hamming, &transform))
    return {};
  const std::vector<GuidedMatch> narrow = matcher.Match(transform, options.narrow);
  PredictedPairs found;
  found.evidence = EvidenceOf(narrow, max_hamming);
  found.pairs.reserve(narrow.size());
  for (const GuidedMatch& match : narrow)
    found.pairs.push_back({static_cast<uint16_t>(match.query_index),
                           static_cast<uint16_t>(match.reference_index),
                           static_cast<uint16_t>(match.hamming)});
  return found;
}

}  // namespace loupe::matching
