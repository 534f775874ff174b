# Makes an object file with the part of ICU's data that the program uses, in place of ICU's archive, whose 31 MB are mostly
# names and formats of locales.
# cmake -DARCHIVE=libicudata.a -DOUTPUT=icu_data.o -DFOLDER=... -DICUPKG=... -DAR=... -DNM=... -DOBJCOPY=... -DCOMPILER=...
#       -P icu_data.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}${error}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/items ${FOLDER}/part)
run(${NM} -A ${ARCHIVE})
if(NOT output MATCHES "([^:\n]+\\.[a-z]+):[0-9a-f]+ [RrDd] (icudt[0-9]+_dat)")
  message(FATAL_ERROR "${ARCHIVE} holds no data of ICU")
endif()
set(member ${CMAKE_MATCH_1})
set(symbol ${CMAKE_MATCH_2})
run(${AR} x ${ARCHIVE} ${member})
# The first character behind the version is the byte order, without which icupkg does not read the data.
string(REGEX MATCH "icudt[0-9]+[lb]" name ${member})
run(${OBJCOPY} -O binary --only-section=.rodata ${member} ${name}.dat)

# Breaks between characters, converters of encodings, properties of characters, normal forms.
run(${ICUPKG} -l ${name}.dat)
string(REGEX MATCHALL "[^\n]+" items "${output}")
list(FILTER items INCLUDE REGEX "^(brkitr/(root\\.res|char\\.brk|res_index\\.res)|[^/]*\\.(cnv|icu|nrm))$")
list(JOIN items "\n" lines)
file(WRITE ${FOLDER}/items.txt "${lines}\n")
run(${ICUPKG} --ignore-deps -d items -x ${FOLDER}/items.txt ${name}.dat)
# The file's name is part of the names of what it holds.
run(${ICUPKG} --ignore-deps -s items -a ${FOLDER}/items.txt new part/${name}.dat)

file(WRITE ${FOLDER}/part.S "
    .section .rodata
    .globl ${symbol}
    .balign 16
    .type ${symbol}, %object
${symbol}:
    .incbin \"part/${name}.dat\"
    .size ${symbol}, . - ${symbol}
    .section .note.GNU-stack, \"\", %progbits
")
run(${COMPILER} -c part.S -o ${OUTPUT})
