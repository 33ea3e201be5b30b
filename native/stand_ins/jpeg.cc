// Stands in for the messages of libjpeg where it is linked into the addon as an archive: its own file of them
// writes to the standard error of a program, which an archive of Debian cannot do from within an addon.
// Nothing here reads these messages.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// libjpeg asks for these above.
#include <jpeglib.h>

namespace {

[[noreturn]] void Exit(j_common_ptr /*info*/) { std::abort(); }

void Count(j_common_ptr info, int level) {
  if (level < 0) ++info->err->num_warnings;
}

void Nothing(j_common_ptr /*info*/) {}

void Format(j_common_ptr info, char* buffer) {
  std::snprintf(buffer, JMSG_LENGTH_MAX, "libjpeg's message %d", info->err->msg_code);
}

void Reset(j_common_ptr info) {
  info->err->num_warnings = 0;
  info->err->msg_code = 0;
}

}  // namespace

extern "C" jpeg_error_mgr* jpeg_std_error(jpeg_error_mgr* errors) {
  *errors = {};
  errors->error_exit = Exit;
  errors->emit_message = Count;
  errors->output_message = Nothing;
  errors->format_message = Format;
  errors->reset_error_mgr = Reset;
  return errors;
}
