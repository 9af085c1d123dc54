# Included for the preset `tarball`: cpack makes an archive of the programs for Linux systems of any kind. It has the
# libraries that they need, except those of glibc, and what Debian says of their licences.
set_target_properties(platerip PROPERTIES INSTALL_RPATH [[$ORIGIN/../lib/platerip]])
target_link_options(platerip PRIVATE LINKER:--disable-new-dtags)  # DT_RPATH, by which libraries find each other too
install(CODE [[
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES "$<TARGET_FILE:platerip>" RESOLVED_DEPENDENCIES_VAR libraries
       PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv)\\.so")
  set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  foreach(library IN LISTS libraries)
    file(INSTALL ${library} DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/platerip FOLLOW_SYMLINK_CHAIN)
    string(REGEX REPLACE "^/usr" "" known_as ${library})  # dpkg knows it with or without
    execute_process(COMMAND dpkg-query --search "*${known_as}" OUTPUT_VARIABLE owner COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE ":.*" "" owner ${owner})
    configure_file(/usr/share/doc/${owner}/copyright ${prefix}/share/doc/platerip/libraries/${owner} COPYONLY)
  endforeach()
  file(INSTALL /usr/share/common-licenses DESTINATION ${CMAKE_INSTALL_PREFIX}/share/doc/platerip)
]] COMPONENT programs)
set(CPACK_GENERATOR TXZ)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};programs;/")
string(TOLOWER "${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}"
       CPACK_PACKAGE_FILE_NAME)
set(CPACK_STRIP_FILES ON)
include(CPack)
