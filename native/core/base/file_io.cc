#include "core/base/file_io.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/base/error.h"

namespace loupe::base {
namespace {

[[noreturn]] void ThrowStorage(const std::string& action, const std::string& path, int error_number) {
  throw Error(ErrorCode::kStorage, "Cannot " + action + " " + path + ": " +
                                       std::generic_category().message(error_number) +
                                       ". Check space and permissions.");
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

void SyncFolder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) ThrowStorage("open the folder", folder, errno);
  const int failed = fsync(descriptor) != 0 ? errno : 0;
  close(descriptor);
  if (failed != 0) ThrowStorage("sync the folder", folder, failed);
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::Open(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) ThrowStorage("open", path, errno);
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor);
    ThrowStorage("read", path, EINVAL);
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* data = nullptr;
  if (size > 0) {
    data = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (data == MAP_FAILED) {
      const int error_number = errno;
      close(descriptor);
      ThrowStorage("map", path, error_number);
    }
  }
  close(descriptor);
  return std::shared_ptr<const MappedFile>(new MappedFile(static_cast<const uint8_t*>(data), size));
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

void MappedFile::LetGo(size_t size) const {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  madvise(const_cast<uint8_t*>(data_), std::min(size, size_) / page * page, MADV_DONTNEED);
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), temporary_path_(path_ + ".tmp") {
  descriptor_ = open(temporary_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor_ < 0) ThrowStorage("create", temporary_path_, errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!committed_) unlink(temporary_path_.c_str());
}

void AtomicFile::Write(const void* data, size_t size) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  while (size > 0) {
    const ssize_t written = write(descriptor_, bytes, std::min(size, size_t{1} << 24));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ThrowStorage("write", temporary_path_, errno);
    bytes += written;
    size -= static_cast<size_t>(written);
  }
}

void AtomicFile::Commit() {
  if (fsync(descriptor_) != 0) ThrowStorage("sync", temporary_path_, errno);
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) ThrowStorage("close", temporary_path_, errno);
  if (rename(temporary_path_.c_str(), path_.c_str()) != 0) ThrowStorage("rename", temporary_path_, errno);
  committed_ = true;
  SyncFolder(FolderOf(path_));
}

void EnsureFolder(const std::string& path) {
  if (mkdir(path.c_str(), 0755) == 0) {
    SyncFolder(FolderOf(path));
    return;
  }
  const int error_number = errno;
  struct stat status {};
  if (error_number == EEXIST && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return;
  ThrowStorage("make the folder", path, error_number);
}

bool FileExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

int64_t FileSize(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? static_cast<int64_t>(status.st_size) : -1;
}

std::vector<std::string> ListFolder(const std::string& folder) {
  std::vector<std::string> names;
  DIR* directory = opendir(folder.c_str());
  if (directory == nullptr) ThrowStorage("list the folder", folder, errno);
  // A stream of one's own is no other thread's.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  while (const dirent* entry = readdir(directory)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(directory);
  return names;
}

void DeleteFile(const std::string& path) { unlink(path.c_str()); }

FolderLock::FolderLock(const std::string& folder) {
  const std::string path = folder + "/lock";
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) ThrowStorage("create", path, errno);
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int error_number = errno;
    close(descriptor_);
    if (error_number != EWOULDBLOCK) ThrowStorage("lock", path, error_number);
    throw Error(ErrorCode::kFolderLocked,
                "The folder " + folder + " is in use by another process; stop it or choose another folder.");
  }
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace loupe::base
