#!/usr/bin/env bash
# Builds what lies in this checkout into a release of its own, makes it the current one and restarts the instances
# one after another. The one before stays: deploy/release.sh --back returns to it. Run as root.
set -euo pipefail
cd "$(dirname "$0")/.."
releases=$PWD/releases
exec 9> /run/lectern-release.lock
flock 9

if [ "${1:-}" = --back ]; then
  before=$(readlink "$releases/previous")
else
  before=$(readlink "$releases/current" || true)
  set -a
  . <(grep -E '^(SITE_URL|CONTENT_DIR|CONTACT_EMAIL)=' /etc/lectern/lectern.env | sed -E "s/=(.*)$/='\1'/")
  set +a
  new=$releases/$(date -u +%Y%m%dT%H%M%SZ)
  runuser -u lectern-build -- npm run build
  # Beside what runs, so that nothing of it is touched until it is whole.
  runuser -u lectern-build -- npm run gather -- "$new" --with-node
fi
function point() {
  ln -sfn "$2" "$releases/.$1.new"
  mv -T "$releases/.$1.new" "$releases/$1"
}
previous=$(readlink "$releases/current" || true)
point current "$([ "${1:-}" = --back ] && echo "$before" || basename "$new")"
if [ -n "$previous" ]; then point previous "$previous"; fi

# Each waits until it answers (ExecStartPost), so that another always does.
systemctl list-units --plain --no-legend --state=active 'lectern@*.service' | while read -r unit _; do
  if ! systemctl restart "$unit"; then
    echo "lectern: $unit does not start with the new release: see journalctl -u $unit" >&2
    if [ -n "$previous" ]; then
      point current "$previous"
      systemctl restart "$unit"
    fi
    exit 1
  fi
  # A proxy that had left this one out has found it again before the next goes.
  sleep 3
done

# The three newest stay.
find "$releases" -mindepth 1 -maxdepth 1 -type d -name '20*' | sort -r | tail -n +4 | while read -r old; do
  case $(basename "$old") in "$(readlink "$releases/current")" | "$(readlink "$releases/previous")") continue ;; esac
  rm -rf "$old"
done
