/**
 * Stands in for the functions of OpenCV by which content is compared, as far as it calls them: with these
 * pictures, numbers and edges. The kernels are compared with OpenCV by tests.
 */
#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/geometry/cholesky.h"
#include "core/image/area.h"
#include "core/simd/isa.h"
#include "wasm/opencv/blur.h"
#include "wasm/opencv/filters.h"

namespace cv {
namespace {

/** Of a homography. */
constexpr int kUnknowns = 8;

const Mat& Given(InputArray array) { return *static_cast<const Mat*>(array.getObj()); }
Mat& Asked(OutputArray array) { return *static_cast<Mat*>(array.getObj()); }

void Need(bool is_known) {
  if (!is_known)
    throw loupe::base::Error(loupe::base::ErrorCode::kInternal, "The module has no such function.");
}

}  // namespace

InputOutputArray noArray() {
  static _InputOutputArray none;
  return none;
}

void GaussianBlur(InputArray from, OutputArray to, Size side, double sigma, double, int border) {
  const Mat& given = Given(from);
  Need(side.empty() && border == (given.depth() == CV_8U ? BORDER_DEFAULT : BORDER_CONSTANT));
  Asked(to) = given.depth() == CV_8U ? loupe::wasm::BlurredBytes(given, sigma)
                                     : loupe::wasm::BlurredNumbers(given, sigma);
}

void Sobel(InputArray from, OutputArray to, int, int dx, int dy, int side, double, double, int border) {
  Need(dx + dy == 1 && side == 3 && border == BORDER_REPLICATE);
  Asked(to) = loupe::wasm::SlopesAlong(Given(from), dx == 1);
}

void boxFilter(InputArray from, OutputArray to, int, Size side, Point, bool is_mean, int border) {
  Need(Given(from).type() == CV_64F && !is_mean && border == BORDER_CONSTANT);
  Asked(to) = loupe::wasm::SumsAround(Given(from), side.width);
}

void dilate(InputArray from, OutputArray to, InputArray, Point, int, int, const Scalar&) {
  Asked(to) = loupe::wasm::Spread(Given(from));
}

void copyMakeBorder(InputArray from, OutputArray to, int top, int bottom, int left, int right, int border,
                    const Scalar&) {
  const Mat& given = Given(from);
  Need((border & ~BORDER_ISOLATED) == BORDER_REPLICATE && given.type() == CV_8U);
  Mat& wider = Asked(to);
  const Size size(given.cols + left + right, given.rows + top + bottom);
  // A part of another picture is filled where it is.
  if (wider.size() != size || wider.type() != CV_8U) wider = Mat(size, CV_8U);
  loupe::wasm::PutWithin(given, top, left, &wider);
}

void resize(InputArray from, OutputArray to, Size size, double, double, int way) {
  Need(way == INTER_AREA && Given(from).type() == CV_8U);
  Asked(to) = loupe::image::ReduceByArea(Given(from), size, loupe::simd::ActiveIsa());
}

int connectedComponents(InputArray mask, OutputArray labels, int, int) {
  Mat regions(Given(mask).size(), CV_32S);
  const int count = loupe::wasm::NumberRegions(Given(mask), &regions);
  Asked(labels) = regions;
  return count;
}

int connectedComponentsWithStats(InputArray mask, OutputArray labels, OutputArray stats, OutputArray, int,
                                 int) {
  const int count = connectedComponents(mask, labels, 8, CV_32S);
  const Mat& regions = Asked(labels);
  Mat facts(count, CC_STAT_MAX, CV_32S);
  std::fill_n(facts.ptr<int>(), count * CC_STAT_MAX, 0);
  for (int y = 0; y < regions.rows; ++y)
    for (int x = 0; x < regions.cols; ++x) ++facts.ptr<int>(regions.ptr<int>(y)[x])[CC_STAT_AREA];
  Asked(stats) = facts;
  return count;
}

/** Solves a system of one right side; both lie in rows without gaps. */
bool Cholesky(double* matrix, size_t, int size, double* right, size_t, int rights) {
  Need(size == kUnknowns && rights == 1);
  Matx<double, kUnknowns, 1> solved;
  const bool is_solved = loupe::geometry::SolvePositive(Matx<double, kUnknowns, kUnknowns>(matrix),
                                                        Matx<double, kUnknowns, 1>(right), &solved);
  if (is_solved) std::copy_n(solved.val, kUnknowns, right);
  return is_solved;
}

}  // namespace cv
