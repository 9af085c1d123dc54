# cmake -D colprof=... -D data=FOGRA39L.ti3 -D gamut=sRGB.icm -D profile=fogra39.icc -P make_fogra39.cmake
#
# Makes the profile, unless the existing one was made by the same recipe. It takes a minute, and all build folders share
# it.

# -qm -bm   medium tables: CIEDE2000 0.11 mean and 0.58 at most against the data (profcheck -k), in 230 KB
# -l300     total ink limit in percent, for coated offset
# -kp ...   black starts at 15 % of the way to black, late at first, and is solid at 95 %: no black dots in light and
#           skin tones
# -S        maps perceptual and saturation tables from the gamut of sRGB
# -cmt -dpp viewing conditions: from a monitor to a print
# -nc       no copy of the data
set(recipe -qm -bm -l300 -kp 0 0.15 0.95 1 0.6 -S ${gamut} -cmt -dpp -nc
    -D "FOGRA39 coated (platerip)" -A "platerip" -M "ISO 12647-2 offset on coated paper"
    -C "Made by Argyll colprof from the FOGRA39L characterisation data")

get_filename_component(folder ${profile} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
file(LOCK ${profile}.lock GUARD PROCESS TIMEOUT 900)

file(SHA256 ${data} data_hash)
file(SHA256 ${gamut} gamut_hash)
set(identity "${recipe}\n${data_hash}\n${gamut_hash}\n")
if(EXISTS ${profile} AND EXISTS ${profile}.recipe)
  file(READ ${profile}.recipe made_by)
  if(made_by STREQUAL identity)
    file(TOUCH ${profile})
    return()
  endif()
endif()

# colprof expects the data under a base name. Its output gets the final name only when it is complete.
set(work ${profile}.work)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
file(COPY_FILE ${data} ${work}/fogra39.ti3)
execute_process(COMMAND ${colprof} ${recipe} -O fogra39.icc fogra39
                WORKING_DIRECTORY ${work} OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT EXISTS ${work}/fogra39.icc)
  message(FATAL_ERROR "${colprof} failed (${result}): ${said}\nPLATERIP_DEFAULT_PROFILE=OFF builds without a default press profile.")
endif()
file(RENAME ${work}/fogra39.icc ${profile})
file(WRITE ${profile}.recipe "${identity}")
file(REMOVE_RECURSE ${work})
