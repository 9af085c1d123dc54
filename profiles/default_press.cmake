# The press profile built into the program. Argyll's colprof makes it from the published FOGRA39 data, if both are
# installed.
option(PLATERIP_DEFAULT_PROFILE "Build a FOGRA39 press profile into the program (needs Argyll's colprof)" ON)
find_program(PLATERIP_COLPROF colprof DOC "Argyll's profile maker, of the Debian package argyll")
find_file(PLATERIP_FOGRA39_TI3 FOGRA39L.ti3 PATH_SUFFIXES share/color/icc DOC "Press data, of the Debian package icc-profiles-free")
find_file(PLATERIP_SRGB_ICM sRGB.icm PATH_SUFFIXES share/color/argyll/ref DOC "Gamut of the pages, of the Debian package argyll-ref")
mark_as_advanced(PLATERIP_COLPROF PLATERIP_FOGRA39_TI3 PLATERIP_SRGB_ICM)

if(NOT PLATERIP_DEFAULT_PROFILE OR NOT PLATERIP_COLPROF OR NOT PLATERIP_FOGRA39_TI3 OR NOT PLATERIP_SRGB_ICM)
  message(STATUS "No default press profile: jobs will have to name one")
  target_sources(platerip_profiles PRIVATE no_default_press.cpp)
  return()
endif()

set(default_press_profile ${PLATERIP_GENERATED_DIR}/fogra39.icc)
add_custom_command(
  OUTPUT ${default_press_profile}
  COMMAND ${CMAKE_COMMAND} -D colprof=${PLATERIP_COLPROF} -D data=${PLATERIP_FOGRA39_TI3} -D gamut=${PLATERIP_SRGB_ICM}
          -D profile=${default_press_profile} -P ${CMAKE_CURRENT_SOURCE_DIR}/make_fogra39.cmake
  DEPENDS make_fogra39.cmake ${PLATERIP_FOGRA39_TI3} ${PLATERIP_SRGB_ICM}
  COMMENT "Making the FOGRA39 press profile (about a minute, once)"
  VERBATIM)

set(default_press_source ${CMAKE_CURRENT_BINARY_DIR}/default_press_data.cpp)
add_custom_command(
  OUTPUT ${default_press_source}
  COMMAND ${CMAKE_COMMAND} -D profile=${default_press_profile} -D source=${default_press_source}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/embed_profile.cmake
  DEPENDS embed_profile.cmake ${default_press_profile}
  COMMENT "Writing the press profile as a source file"
  VERBATIM)
target_sources(platerip_profiles PRIVATE ${default_press_source})
