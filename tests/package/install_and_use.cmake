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
