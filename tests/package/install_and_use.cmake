# Installs BUILD_DIR into a folder in WORK_DIR, builds consumer/ against it with find_package, and runs it. The consumer
# must not need packages that only the program uses.
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix} OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/build -G ${GENERATOR}
                        -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
                        -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON
                        -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON -DPLATERIP_HEADERS=${prefix}/include
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK_DIR}/build/embed OUTPUT_VARIABLE plates COMMAND_ERROR_IS_FATAL ANY)
if(NOT plates MATCHES "Black: 32768 bytes, [0-9.]+ % ink")
  message(FATAL_ERROR "samples/embed.cpp made different plates: ${plates}")
endif()
execute_process(COMMAND ${prefix}/bin/platerip --version COMMAND_ERROR_IS_FATAL ANY)
# The driver with a print head weaves the rows of four inks and four drop sizes: in order with one nozzle for each ink,
# and with heads whose nozzles are some rows apart.
string(REPEAT "seven pixels of a row" 19 pixels)
file(WRITE ${WORK_DIR}/head.ppm "P6 7 19 255 ${pixels}")
foreach(head IN ITEMS "1;1" "5;1" "4;2" "7;4" "30;4")
  list(GET head 0 nozzles)
  list(GET head 1 passes)
  execute_process(COMMAND ${WORK_DIR}/build/inkjet --drops 28,55,100 --head Black,Cyan,Magenta,Yellow
                          --nozzles ${nozzles} --passes ${passes}
                  INPUT_FILE ${WORK_DIR}/head.ppm OUTPUT_FILE ${WORK_DIR}/${nozzles}.passes
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/check_passes ${WORK_DIR}/1.passes ${WORK_DIR}/${nozzles}.passes
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# The built-in press profile is a file, too: a page has the same plates with either.
set(page ${WORK_DIR}/page.ppm)
file(WRITE ${page} "P6 3 1 255 abcdefghi")
foreach(options IN ITEMS "built-in" "file;--profile;${prefix}/share/color/icc/platerip/fogra39.icc")
  list(POP_FRONT options folder)
  execute_process(COMMAND ${prefix}/bin/platerip ${page} -o ${WORK_DIR}/${folder} --quiet ${options}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND diff -r ${WORK_DIR}/built-in ${WORK_DIR}/file COMMAND_ERROR_IS_FATAL ANY)
# The installation says under which licence it is.
execute_process(COMMAND diff ${CMAKE_CURRENT_LIST_DIR}/../../COPYRIGHT ${prefix}/share/doc/platerip/copyright
                COMMAND_ERROR_IS_FATAL ANY)
