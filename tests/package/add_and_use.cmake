# Configures consumer/ with the sources as a subdirectory, under WORK_DIR, and compiles every public header there. The library itself is not
# built once more.
file(REMOVE_RECURSE ${WORK_DIR})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR} -G ${GENERATOR}
                        -DPLATERIP_SOURCE=${SOURCE_DIR} -DPLATERIP_CUDA=OFF
                        -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR} --target headers_alone COMMAND_ERROR_IS_FATAL ANY)
