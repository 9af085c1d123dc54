# Sourced by the scripts of this folder: fresh Debians, by debootstrap. Needs root, debootstrap and a Debian mirror.
declare -A codenames=([12]=bookworm [13]=trixie)

# fresh_debian RELEASE ROOT: copies the smallest Debian to ROOT. build/debian/RELEASE keeps it, and the packages that
# in_root has downloaded.
fresh_debian() {
  local codename=${codenames[$1]:?"$1 is no release of Debian that platerip is tested on"} kept=$PWD/build/debian/$1
  mkdir -p "$kept/packages/partial" "$kept/ccache"
  if [[ ! -e $kept/bare ]]; then
    rm -rf --one-file-system "$kept/new"
    debootstrap --variant=minbase "$codename" "$kept/new" >"$kept/debootstrap.log" ||
      { tail "$kept/debootstrap.log"; return 1; }
    mv "$kept/new" "$kept/bare"
  fi
  cp -a "$kept/bare" "$2"
  cp /etc/resolv.conf "$2/etc/resolv.conf"
  echo 'APT::Get::Assume-Yes "true";' >"$2/etc/apt/apt.conf.d/yes"
}

# in_root RELEASE ROOT COMMAND...: runs the command in ROOT, which has no /sys, like many a container.
in_root() {
  # shellcheck disable=SC2016
  unshare --mount --pid --fork bash -euc '
    kept=$1 root=$2
    mount -t proc proc "$root/proc"
    mkdir -p "$root/dev/shm" "$root/dev/pts" "$root/ccache"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mount --bind "$kept/packages" "$root/var/cache/apt/archives"
    mount --bind "$kept/ccache" "$root/ccache"
    exec env -i ${http_proxy:+http_proxy="$http_proxy"} HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache CCACHE_SLOPPINESS=pch_defines,time_macros \
      chroot "$root" "${@:3}"' in_root "$PWD/build/debian/$1" "${@:2}"
}
