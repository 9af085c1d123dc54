# Sourced by the scripts of this folder: fresh Debians, by debootstrap. Needs root, debootstrap and a Debian mirror.
declare -A codenames=([12]=bookworm [13]=trixie)
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

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

# in_root RELEASE ROOT COMMAND...: runs the command in ROOT, which has no /sys, like many a container. If ROOT has a
# folder /usr/local/cuda, it gets the CUDA Toolkit of this machine. With network=none, there is only loopback.
in_root() {
  # shellcheck disable=SC2016
  unshare --mount --pid ${network:+--net} --fork bash -euc '
    kept=$1 root=$2
    [[ -z ${network:-} ]] || ip link set lo up
    mount -t proc proc "$root/proc"
    mkdir -p "$root/dev/shm" "$root/dev/pts" "$root/ccache"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mount --bind "$kept/packages" "$root/var/cache/apt/archives"
    mount --bind "$kept/ccache" "$root/ccache"
    [[ ! -d $root/usr/local/cuda ]] || mount --bind /usr/local/cuda "$root/usr/local/cuda"
    exec env -i ${http_proxy:+http_proxy="$http_proxy"} HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache CCACHE_SLOPPINESS=pch_defines,time_macros \
      chroot "$root" "${@:3}"' in_root "$PWD/build/debian/$1" "${@:2}"
}

# with_build_depends RELEASE ROOT: a fresh Debian in which HEAD can be packaged without a network.
with_build_depends() {
  fresh_debian "$1" "$2"
  git archive --prefix=root/depends/ HEAD debian/control | tar -C "$2" -x
  echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/force-unsafe-io"
  in_root "$1" "$2" bash -euo pipefail -c '
    apt-get -qq update
    apt-get -qq --no-install-recommends build-dep /root/depends >/root/apt.log 2>&1 || { cat /root/apt.log; exit 1; }'
}

# package_head RELEASE ROOT FOLDER [VARIABLE=VALUE | COMMAND]...: packages HEAD in FOLDER of ROOT, in this environment.
# The packages are then beside FOLDER.
package_head() {
  mkdir -p "$2$3"
  git archive HEAD | tar -C "$2$3" -x
  network=none in_root "$1" "$2" env -C "$3" "${@:4}" dpkg-buildpackage -us -uc -b
}

# debs RELEASE ROOT NAME...: puts packages of make_debs for RELEASE into ROOT/debs.
debs() {
  local name
  mkdir -p "$2/debs"
  for name in "${@:3}"; do
    cp "build/debian/$1/debs/$name"_*.deb "$2/debs/" || { echo "First run: tests/package/make_debs $1" >&2; return 1; }
  done
}

# commands FILE WORD: the block of commands in FILE that has this word.
commands() {
  awk -v word="$2" '/^    /{block = block substr($0, 5) "\n"; next}
                    {if (index(block, word)) printf "%s", block; block = ""}' "$1" | grep .
}

# pages FOLDER: makes page.tif, a picture of 2000 by 1600 pixels at 1200 dpi, and book.pdf, a PDF of the same size.
# Needs Ghostscript.
pages() {
  local colours='0 0.5 1 setrgbcolor 0 0 60 96 rectfill 0.9 0.3 0.1 setrgbcolor 60 0 60 96 rectfill showpage'
  gs -q -sDEVICE=tiff24nc -r1200 -g2000x1600 -o "$1/page.tif" -c "$colours"
  gs -q -sDEVICE=pdfwrite -g1200x960 -o "$1/book.pdf" -c "$colours"
}
