# Checks sources of others that a build takes from an archive or from GitHub. GitHub makes the archive of a commit anew for each download and does
# not promise its bytes, so the contents are checked.
set(pinned_simbody_commit 80a3f10a6daa26c8aaf18f2c672cf385b227e62c)
set(pinned_simbody_archive simbody-80a3f10.tar.xz=b44c48b8df6b55edaab50640a94410c6b5314e60790df317cce44008754aed2d)

# The folder with archives, for machines without GitHub: a variable of CMake or of the environment; empty if there is none.
if(NOT DEFINED SIMBODYDEM_SOURCES)
  set(SIMBODYDEM_SOURCES "$ENV{SIMBODYDEM_SOURCES}")
endif()

# Finds an archive FILE=SHA-256 in SIMBODYDEM_SOURCES. Sets archive to its path, and hash. WHAT would be fetched without the folder.
function(find_archive named what)
  string(REGEX MATCH "([^=]*)=(.*)" unused ${named})
  set(archive ${SIMBODYDEM_SOURCES}/${CMAKE_MATCH_1})
  set(expected ${CMAKE_MATCH_2})
  if(NOT EXISTS ${archive})
    message(FATAL_ERROR "SIMBODYDEM_SOURCES is ${SIMBODYDEM_SOURCES}, which has no ${CMAKE_MATCH_1}; without the variable the ${what} "
            "are fetched from GitHub")
  endif()
  file(SHA256 ${archive} hash)
  if(NOT hash STREQUAL expected)
    message(FATAL_ERROR "${archive} has the SHA-256 ${hash} instead of ${expected}")
  endif()
  set(archive ${archive} PARENT_SCOPE)
  set(hash ${hash} PARENT_SCOPE)
endfunction()

# Checks files below a root: their paths and contents have this SHA-256 together. WHAT is their name in the message.
function(check_contents what root expected) # PATHS RELATIVE TO THE ROOT
  set(files ${ARGN})
  list(SORT files)
  set(all "")
  foreach(file IN LISTS files)
    file(SHA256 ${root}/${file} hash)
    string(APPEND all "${hash} ${file}\n")
  endforeach()
  string(SHA256 hash "${all}")
  if(NOT hash STREQUAL expected)
    list(LENGTH files count)
    message(FATAL_ERROR "The ${count} ${what} in ${root} have the SHA-256 ${hash} instead of ${expected}")
  endif()
endfunction()
