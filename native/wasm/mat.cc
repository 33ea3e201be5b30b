/**
 * The bones of OpenCV's matrix that the search's path asks for beside the headers: making, sharing and
 * copying planes of one picture. OpenCV itself is not a part of the module; a function of it that a change of
 * the path needs is missed by the linker.
 */
#include <cstdlib>
#include <cstring>
#include <new>
#include <opencv2/core.hpp>

namespace cv {
namespace {

/** Stands in front of the pixels, where OpenCV has data of its own. */
struct Block {
  int owners;
};
constexpr size_t kAlignment = 64;

void Shape(Mat* m, int rows, int cols, int type, size_t step) {
  m->flags = Mat::MAGIC_VAL | (type & Mat::TYPE_MASK);
  m->dims = 2;
  m->rows = rows;
  m->cols = cols;
  const size_t element = CV_ELEM_SIZE(type), row = element * static_cast<size_t>(cols);
  m->step.p[0] = step == 0 ? row : step;
  m->step.p[1] = element;
  if (m->step.p[0] == row || rows == 1) m->flags |= Mat::CONTINUOUS_FLAG;
}

void Empty(Mat* m) {
  m->flags = Mat::MAGIC_VAL;
  m->dims = m->rows = m->cols = 0;
  m->data = nullptr;
  m->datastart = m->dataend = m->datalimit = nullptr;
  m->allocator = nullptr;
  m->u = nullptr;
  m->step.p[0] = m->step.p[1] = 0;
}

void LetGo(Mat* m) {
  auto* block = reinterpret_cast<Block*>(m->u);
  m->u = nullptr;
  if (block != nullptr && --block->owners == 0) std::free(block);
}

void Make(Mat* m, int rows, int cols, int type) {
  if (m->data != nullptr && m->rows == rows && m->cols == cols && m->type() == CV_MAT_TYPE(type)) return;
  LetGo(m);
  Empty(m);
  Shape(m, rows, cols, type, 0);
  const size_t bytes = m->step.p[0] * static_cast<size_t>(rows);
  auto* block =
      static_cast<Block*>(std::aligned_alloc(kAlignment, (2 * kAlignment + bytes) / kAlignment * kAlignment));
  if (block == nullptr) throw std::bad_alloc();
  block->owners = 1;
  m->u = reinterpret_cast<UMatData*>(block);
  m->data = reinterpret_cast<uchar*>(block) + kAlignment;
  m->datastart = m->data;
  m->dataend = m->datalimit = m->data + bytes;
}

void Share(Mat* m, const Mat& other) {
  m->flags = other.flags;
  m->dims = other.dims;
  m->rows = other.rows;
  m->cols = other.cols;
  m->data = other.data;
  m->datastart = other.datastart;
  m->dataend = other.dataend;
  m->datalimit = other.datalimit;
  m->allocator = nullptr;
  m->u = other.u;
  m->step.p[0] = other.step.p[0];
  m->step.p[1] = other.step.p[1];
  if (m->u != nullptr) ++reinterpret_cast<Block*>(m->u)->owners;
}

}  // namespace

Mat::Mat() CV_NOEXCEPT : size(&rows), step(0) { Empty(this); }
Mat::Mat(int height, int width, int type) : size(&rows), step(0) {
  Empty(this);
  Make(this, height, width, type);
}
Mat::Mat(Size shape, int type) : size(&rows), step(0) {
  Empty(this);
  Make(this, shape.height, shape.width, type);
}
Mat::Mat(int height, int width, int type, void* pixels, size_t stride) : size(&rows), step(0) {
  Empty(this);
  Shape(this, height, width, type, stride);
  data = static_cast<uchar*>(pixels);
  datastart = data;
  dataend = datalimit = data + step.p[0] * static_cast<size_t>(height);
}
Mat::Mat(const Mat& other) : size(&rows), step(0) { Share(this, other); }
Mat::Mat(Mat&& other) : size(&rows), step(0) {
  Share(this, other);
  LetGo(&other);
  Empty(&other);
}
Mat::Mat(const Mat& other, const Rect& part) : size(&rows), step(0) {
  Share(this, other);
  data += static_cast<size_t>(part.y) * step.p[0] + static_cast<size_t>(part.x) * step.p[1];
  rows = part.height;
  cols = part.width;
  flags = (flags & ~CONTINUOUS_FLAG) | SUBMATRIX_FLAG;
}
Mat::Mat(int height, int width, int type, const Scalar& value) : Mat(height, width, type) {
  // Content fills matrices of one channel alone.
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x)
      if (type == CV_64F)
        ptr<double>(y)[x] = value[0];
      else
        ptr(y)[x] = static_cast<uchar>(value[0]);
}
Mat::Mat(const Mat& other, const Range& down, const Range& across)
    : Mat(other, Rect(across == Range::all() ? 0 : across.start, down == Range::all() ? 0 : down.start,
                      across == Range::all() ? other.cols : across.size(),
                      down == Range::all() ? other.rows : down.size())) {}
Mat::~Mat() { LetGo(this); }

Mat& Mat::operator=(const Mat& other) {
  const Mat kept(other);
  LetGo(this);
  Share(this, kept);
  return *this;
}
Mat& Mat::operator=(Mat&& other) {
  if (this == &other) return *this;
  LetGo(this);
  Share(this, other);
  LetGo(&other);
  Empty(&other);
  return *this;
}

size_t Mat::step1(int i) const { return step.p[i] / elemSize1(); }
bool Mat::empty() const { return data == nullptr || rows == 0 || cols == 0; }

Mat Mat::clone() const {
  Mat copy;
  copyTo(copy);
  return copy;
}

void Mat::copyTo(OutputArray other) const {
  Mat* copy = static_cast<Mat*>(other.getObj());
  Make(copy, rows, cols, type());
  for (int y = 0; y < rows; ++y) std::memcpy(copy->ptr(y), ptr(y), static_cast<size_t>(cols) * step.p[1]);
}

}  // namespace cv
