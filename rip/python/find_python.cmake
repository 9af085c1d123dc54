# Whether to build the Python package: PLATERIP_WITH_PYTHON.
set(PLATERIP_PYTHON AUTO CACHE STRING "Build the Python package: ON, OFF, or AUTO, which means if pybind11 is found")
set(PLATERIP_PYTHON_INSTALL_DIR lib/python3/dist-packages
    CACHE STRING "Where to install the Python package, below the prefix")
set(PLATERIP_WITH_PYTHON OFF)
if(NOT PLATERIP_PYTHON)
  return()
endif()
# A sanitizer would have to be in Python itself, and the Python of another machine does not run here.
if(PLATERIP_PYTHON STREQUAL "AUTO" AND
   (CMAKE_CXX_FLAGS MATCHES "-fsanitize" OR CMAKE_CROSSCOMPILING OR NOT PROJECT_IS_TOP_LEVEL))
  return()
endif()
# Debian's NumPy and pytest are for Debian's Python, even if another one comes first in PATH.
if(NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.11 QUIET COMPONENTS Interpreter Development.Module)
if(Python3_FOUND)
  find_package(pybind11 2.10 QUIET)
endif()
if(Python3_FOUND AND pybind11_FOUND)
  set(PLATERIP_WITH_PYTHON ON)
elseif(PLATERIP_PYTHON STREQUAL "AUTO")
  message(STATUS "No Python package: it needs python3-dev and pybind11-dev")
else()
  message(FATAL_ERROR "The Python package needs python3-dev and pybind11-dev; install them, or give -DPLATERIP_PYTHON=OFF")
endif()
