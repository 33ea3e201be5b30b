// Stands in for parts of OpenCV where its modules are linked into the addon as archives: the linker takes
// these functions and leaves OpenCV's own files out, and with them the libraries for threads, LAPACK, OpenGL
// and zlib, which nothing here calls.
//
// - Loops run in the thread that asks: the engine's pool gives the parallelism. OpenCV does the same with one
// thread.
// - Large matrices are solved by OpenCV's own code, to which it turns where LAPACK says that it does not do a
// thing.
// - There is no OpenGL to find, and no compressed settings file opens.
//
// An OpenCV whose files are cut another way gives two functions of one name, and the linker refuses them:
// nothing wrong runs.
#include <opencv2/core/hal/interface.h>

#include <cstddef>
#include <opencv2/core/utility.hpp>

// Pulls this file out of its archive before those of OpenCV are searched (scripts/setup/opencv.mjs).
extern "C" void LoupeStandIns() {}

namespace cv {

ParallelLoopBody::~ParallelLoopBody() = default;

void parallel_for_(const Range& range, const ParallelLoopBody& body, double /*nstripes*/) {
  if (!range.empty()) body(range);
}

void setNumThreads(int /*nthreads*/) {}

int getNumThreads() { return 1; }

int getThreadNum() { return 0; }

int getNumberOfCPUs() { return 1; }

int defaultNumberOfThreads();
int defaultNumberOfThreads() { return 1; }

const char* currentParallelFramework() { return nullptr; }

}  // namespace cv

#define LOUPE_NOT_DONE(name, ...) \
  int name(__VA_ARGS__);          \
  int name(__VA_ARGS__) { return CV_HAL_ERROR_NOT_IMPLEMENTED; }

// NOLINTBEGIN
LOUPE_NOT_DONE(lapack_LU32f, float*, size_t, int, float*, size_t, int, int*)
LOUPE_NOT_DONE(lapack_LU64f, double*, size_t, int, double*, size_t, int, int*)
LOUPE_NOT_DONE(lapack_Cholesky32f, float*, size_t, int, float*, size_t, int, bool*)
LOUPE_NOT_DONE(lapack_Cholesky64f, double*, size_t, int, double*, size_t, int, bool*)
LOUPE_NOT_DONE(lapack_QR32f, float*, size_t, int, int, int, float*, size_t, float*, int*)
LOUPE_NOT_DONE(lapack_QR64f, double*, size_t, int, int, int, double*, size_t, double*, int*)
LOUPE_NOT_DONE(lapack_SVD32f, float*, size_t, float*, float*, size_t, float*, size_t, int, int, int)
LOUPE_NOT_DONE(lapack_SVD64f, double*, size_t, double*, double*, size_t, double*, size_t, int, int, int)
LOUPE_NOT_DONE(lapack_gemm32f, const float*, size_t, const float*, size_t, float, const float*, size_t, float,
               float*, size_t, int, int, int, int)
LOUPE_NOT_DONE(lapack_gemm64f, const double*, size_t, const double*, size_t, double, const double*, size_t,
               double, double*, size_t, int, int, int, int)
LOUPE_NOT_DONE(lapack_gemm32fc, const float*, size_t, const float*, size_t, float, const float*, size_t,
               float, float*, size_t, int, int, int, int)
LOUPE_NOT_DONE(lapack_gemm64fc, const double*, size_t, const double*, size_t, double, const double*, size_t,
               double, double*, size_t, int, int, int, int)
// NOLINTEND

extern "C" {

using Proc = void (*)();

Proc glXGetProcAddressARB(const unsigned char*);
Proc glXGetProcAddressARB(const unsigned char* /*name*/) { return nullptr; }

void* glXGetCurrentContext();
void* glXGetCurrentContext() { return nullptr; }

void* glXGetCurrentDisplay();
void* glXGetCurrentDisplay() { return nullptr; }

void* gzopen(const char*, const char*);
void* gzopen(const char* /*path*/, const char* /*mode*/) { return nullptr; }

char* gzgets(void*, char*, int);
char* gzgets(void* /*file*/, char* /*buffer*/, int /*size*/) { return nullptr; }

int gzputs(void*, const char*);
int gzputs(void* /*file*/, const char* /*text*/) { return -1; }

int gzeof(void*);
int gzeof(void* /*file*/) { return 1; }

int gzrewind(void*);
int gzrewind(void* /*file*/) { return -1; }

int gzclose(void*);
int gzclose(void* /*file*/) { return -1; }

}  // extern "C"
