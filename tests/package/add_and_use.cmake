# Configures consumer/ in WORK_DIR with the sources as a subdirectory, and compiles drivers there. It does not build
# the library again.
file(REMOVE_RECURSE ${WORK_DIR})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR} -G ${GENERATOR}
                        -DPLATERIP_SOURCE=${SOURCE_DIR} -DPLATERIP_CUDA=OFF
                        -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR} --target drivers COMMAND_ERROR_IS_FATAL ANY)
