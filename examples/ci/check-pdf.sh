#!/bin/sh
# Fails a build whose PDF shows anything else than the approved one:
#
#   sh check-pdf.sh approved.pdf built.pdf [folder for the reports]
#
# It ends with 0 where nothing differs that can be seen (another export of the same pages passes), with 4 where something
# does, with 2 or 3 where the files cannot be compared. comparison.xml is for the CI system (JUnit, a case a page),
# comparison.html for people. LOUPE is the command where it is not in PATH.
set -u
folder=${3:-.}
mkdir -p "$folder"
"${LOUPE:-loupe}" compare "$1" "$2" --profile 'print ready' \
  --junit "$folder/comparison.xml" --report "$folder/comparison.html"
code=$?
case $code in
  0) echo "$2 shows what $1 shows." ;;
  4) echo "$2 differs: see $folder/comparison.html" >&2 ;;
  *) echo "$1 and $2 could not be compared." >&2 ;;
esac
exit $code
