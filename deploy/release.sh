#!/usr/bin/env bash
# Builds what lies in this checkout into a release of its own, makes it the current one and restarts the instances
# one after another. The one before stays: deploy/release.sh --back returns to it. Run as root.
set -euo pipefail
cd "$(dirname "$0")/.."
releases=$PWD/releases
exec 9> "${RUNTIME_DIRECTORY:-/run}/lectern-release.lock"
flock 9

current=$(readlink "$releases/current" || true)
previous=$(readlink "$releases/previous" || true)
if [ "${1:-}" = --back ]; then
  next=$previous
  if [ -z "$next" ] || [ ! -d "$releases/$next" ]; then
    echo 'lectern: there is no release before this one' >&2
    exit 1
  fi
else
  next=$(date -u +%Y%m%dT%H%M%SZ)
  set -a
  . <(grep -sE '^(SITE_URL|INSTITUTE_DIR|CONTENT_DIR|CONTACT_EMAIL)=' /etc/lectern/lectern.env | sed -E "s/=(.*)$/='\1'/")
  set +a
  runuser -u lectern-build -- npm run build
  # Beside what runs, so that nothing of it is touched until it is whole.
  runuser -u lectern-build -- npm run gather -- "$releases/$next" --with-node
  # A build names a content folder inside the checkout by its relative path, which leads there from the release too.
  content=$(realpath --relative-to . "${CONTENT_DIR:-${INSTITUTE_DIR:-src}/content}")
  if [ "${content#../}" = "$content" ]; then
    runuser -u lectern-build -- mkdir -p "$(dirname "$releases/$next/$content")"
    runuser -u lectern-build -- ln -sfn "$PWD/$content" "$releases/$next/$content"
  fi
fi

# Lets the name lead to the release in one step; without one the name goes.
function point() {
  if [ -z "$2" ]; then
    rm -f "$releases/$1"
    return
  fi
  ln -sfn "$2" "$releases/.$1.new"
  mv -T "$releases/.$1.new" "$releases/$1"
}

point current "$next"
point previous "$current"

# Each waits until it answers (ExecStartPost), so that another always does.
restarted=()
for unit in $(systemctl list-units --plain --no-legend --state=active 'lectern@*.service' | cut -d ' ' -f 1); do
  restarted=("$unit" "${restarted[@]}")
  if ! systemctl restart "$unit"; then
    echo "lectern: $unit does not start with release $next: see journalctl -u $unit" >&2
    point current "$current"
    point previous "$previous"
    # First the one that is down.
    for each in "${restarted[@]}"; do systemctl restart "$each" || true; done
    exit 1
  fi
  # A proxy that had left this one out has found it again before the next goes.
  sleep 3
done
systemctl try-restart lectern-publisher.service ||
  echo 'lectern: the publisher does not start: see journalctl -u lectern-publisher' >&2

# The three newest stay.
find "$releases" -mindepth 1 -maxdepth 1 -type d -name '20*' | sort -r | tail -n +4 | while read -r old; do
  case $(basename "$old") in "$next" | "$current") continue ;; esac
  rm -rf "$old"
done
