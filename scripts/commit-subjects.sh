#!/bin/sh
# Checks the messages of the commits that origin/main does not have. Without git or that branch there are none.

[ -e .git ] && command -v git > /dev/null || exit 0
unset $(git rev-parse --local-env-vars)
commits=$(git rev-list origin/main..HEAD 2> /dev/null) || exit 0

status=0
for commit in $commits; do
  git log -1 --format=%B "$commit" | sh .githooks/commit-msg /dev/stdin && continue
  git log -1 --oneline "$commit"
  status=1
done
exit $status
