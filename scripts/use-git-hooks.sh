#!/bin/sh
# Lets this clone use the hooks in .githooks. npm runs it after each installation, so whatever it finds, it succeeds.

command -v git > /dev/null || exit 0
# A hook that starts npm has told git to use another repository.
unset $(git rev-parse --local-env-vars)

path=$(git config core.hooksPath)
[ "$path" != .githooks ] || exit 0
folder=$(git rev-parse --git-path hooks)
if [ -n "$path" ] || ls "$folder" 2> /dev/null | grep -qv '\.sample$'; then
  echo "Your own git hooks in $folder stay. To use the project's instead: git config core.hooksPath .githooks"
else
  git config core.hooksPath .githooks || echo 'Git will not use .githooks, because its settings could not be written.'
fi
