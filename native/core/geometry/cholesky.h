#pragma once

#include <cmath>
#include <limits>
#include <opencv2/core.hpp>

namespace loupe::geometry {

/**
 * Solves `matrix` * x = `right` by Cholesky's decomposition, in the order of operations of OpenCV's `solve`,
 * so that the last bits are the same.
 *
 * @param matrix  symmetric
 * @return false where the matrix is not positive definite
 */
template <int kSize>
bool SolvePositive(cv::Matx<double, kSize, kSize> matrix, const cv::Matx<double, kSize, 1>& right,
                   cv::Matx<double, kSize, 1>* x) {
  auto& l = matrix;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < i; ++j) {
      double sum = l(i, j);
      for (int k = 0; k < j; ++k) sum -= l(i, k) * l(j, k);
      // The diagonal holds reciprocals.
      l(i, j) = sum * l(j, j);
    }
    double sum = l(i, i);
    for (int k = 0; k < i; ++k) sum -= l(i, k) * l(i, k);
    if (sum < std::numeric_limits<double>::epsilon()) return false;
    l(i, i) = 1.0 / std::sqrt(sum);
  }
  cv::Matx<double, kSize, 1> solved = right;
  for (int i = 0; i < kSize; ++i) {
    double sum = solved(i, 0);
    for (int k = 0; k < i; ++k) sum -= l(i, k) * solved(k, 0);
    solved(i, 0) = sum * l(i, i);
  }
  for (int i = kSize - 1; i >= 0; --i) {
    double sum = solved(i, 0);
    for (int k = kSize - 1; k > i; --k) sum -= l(k, i) * solved(k, 0);
    solved(i, 0) = sum * l(i, i);
  }
  *x = solved;
  return true;
}

}  // namespace loupe::geometry
