// The Python module tarok_pbn._kernel.
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "kernel.hpp"

namespace nb = nanobind;

namespace {

// Whoever changes what the module offers changes this, and NEEDED in tarok_pbn/analysis/native.py.
constexpr const char* VERSION = "1.0";

std::string compiler() {
#if defined(__clang__)
    return "Clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
    return "GCC " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#elif defined(_MSC_VER)
    return "MSVC " + std::to_string(_MSC_VER / 100) + "." + std::to_string(_MSC_VER % 100);
#else
    return "an unnamed compiler";
#endif
}

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The double-dummy kernel; tarok_pbn.analysis.native loads it.";
    m.def("version", [] { return VERSION + (" (" + compiler() + ")"); },
          "Version of what the module offers, and the compiler that made it: '1.0 (GCC 12.2)'.");
}
