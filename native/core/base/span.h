#pragma once

#include <cstddef>
#include <vector>

namespace loupe::base {

/** A non-owning run of `size` elements; the C++17 stand-in for std::span. */
template <typename T>
class Span {
 public:
  Span() = default;
  Span(T* data, size_t size) : data_(data), size_(size) {}
  /** A vector is such a run. */
  template <typename U>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Span(const std::vector<U>& values) : data_(values.data()), size_(values.size()) {}

  T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) const { return data_[i]; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace loupe::base
