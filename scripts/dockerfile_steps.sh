#!/bin/sh
# Runs the steps of the last stage of the Dockerfile in a tree of Debian 12, for machines that reach no image registry.
# Then generates tests for the class demo.Roman with the entry point of the image, as the user of the image.
# Usage: scripts/dockerfile_steps.sh TREE PROGRAM CLASSES
# Creates the folder TREE by debootstrap. PROGRAM replaces the program that the first stage builds. CLASSES is a folder
# with the compiled class demo.Roman. Needs root.
set -eu
tree=$1 program=$2 classes=$3

# In a mount namespace of its own, all mounts end with the script.
if [ -z "${TESTUDO_MOUNTS:-}" ]; then
    debootstrap --variant=minbase bookworm "$tree"
    TESTUDO_MOUNTS=private exec unshare --mount "$0" "$tree" "$program" "$classes"
fi
mount -t proc proc "$tree/proc"
mount --rbind /sys "$tree/sys"
mount --rbind /dev "$tree/dev"
cp /etc/resolv.conf "$tree/etc/resolv.conf"

user=root folder=/
# in_tree COMMAND: runs a command in the tree as the current user of the Dockerfile.
in_tree() {
    # shellcheck disable=SC2016
    chroot --userspec="$user" "$tree" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -euc 'cd "$0" && "$@"' "$folder" "$@"
}

# Lines that end with a backslash continue on the next line.
steps=$(sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' "$(dirname "$0")/../Dockerfile" | tac | sed '/^FROM/q' | tac)
while read -r step rest; do
    case $step in
        RUN) in_tree sh -euc "$rest" </dev/null ;;
        COPY) cp "$program" "$tree${rest##* }" ;;
        USER) user=$rest ;;
        WORKDIR) folder=$rest ;;
        ENTRYPOINT) entry=$(echo "$rest" | tr -d '[]"') ;;
    esac
done <<STEPS
$steps
STEPS

cp -R "$classes" "$tree/classes"
in_tree "$entry" generate --classpath /classes --class demo.Roman --tests 500
grep -q '@Test' "$tree$folder/testudo-tests/demo/RomanTest.java"
