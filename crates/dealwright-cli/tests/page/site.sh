#!/usr/bin/env bash
# ./site puts the app where it is told to, and nowhere else: site.sh (run it after ./site, so that nothing is compiled).
set -euo pipefail
root=$(cd "$(dirname "$0")/../../../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
fail() { echo "FAILED: $*" >&2; exit 1; }
# refused WORDS DIR…
refused() {
    local words=$1 status=0
    shift
    "$root/site" "$@" >said 2>&1 || status=$?
    [ $status = 2 ] || fail "$* ended with $status"
    grep -q "$words" said || fail "$*: $(cat said)"
}

# From elsewhere, into a new directory whose name has spaces, and again over what it made before.
"$root/site" "a place/of mine" >said
grep -q "^$place/a place/of mine: version" said || fail "$(cat said)"
for file in index.html manifest.webmanifest service.js page/app.js page/first.wasmz page/desk.wasmz page/print.wasmz; do
    [ -s "a place/of mine/$file" ] || fail "$file is missing"
done
echo own >"a place/of mine/CNAME"
echo old >"a place/of mine/page/old.js"
begun=$SECONDS
"$root/site" "a place/of mine" >said
[ "$(cat "a place/of mine/CNAME")" = own ] || fail "somebody's file is gone"
[ ! -e "a place/of mine/page/old.js" ] || fail "a file of the version before is left"
echo "   again: $((SECONDS - begun)) s"

# Nothing of somebody else's is touched.
mkdir full && echo mine >full/index.html
refused "has other files in it" full
[ "$(cat full/index.html)" = mine ] || fail "full was changed"
echo text >file
refused "is a file, expected a directory" file
refused "expected one directory, found 2" a b
refused "is not known" --link
mkdir empty && "$root/site" empty >said && [ -s empty/index.html ] || fail "an empty directory"

# Without Node it says so and goes on.
mkdir bin
for program in /usr/bin/* /bin/*; do
    case $(basename "$program") in node | nodejs | npm | npx) ;; *) ln -sf "$program" bin/ ;; esac
done
PATH=$place/bin:$(dirname "$(command -v cargo)") "$root/site" plain >said 2>&1 || fail "without Node: $(cat said)"
grep -q "Node is not installed" said || fail "without Node nothing is said"
grep "KB compressed until the first game" said | sed 's/.*version [0-9a-f]*,/   without Node:/'
echo "ok: ./site builds where it is told to, keeps what is not its own, and says what it lacks"
