#!/usr/bin/env bash
# Makes of this checkout in /opt/lectern a running site, on a machine with systemd, Node 20 or newer and npm:
#   sudo bash deploy/install.sh https://www.example.org
# May be run again: settings and data that are there stay.
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:?say the public address of the site, such as https://www.example.org}
if [ "$PWD" != /opt/lectern ]; then
  echo 'lectern: put the checkout in /opt/lectern first' >&2
  exit 1
fi

id lectern-build > /dev/null 2>&1 || useradd --system --home-dir /opt/lectern --shell /usr/sbin/nologin lectern-build
# What root runs is root's: a build, with the code of all its packages, may add to this folder and change its own alone.
chown -R root: .
chmod -R go+rX .
install -d releases
for own in releases node_modules dist dist.builds .astro .cache .npm .config; do
  if [ -e "$own" ] || [ -L "$own" ]; then chown -hR lectern-build: "$own"; fi
done
chown root:lectern-build .
chmod 1775 .

install -d -m 0750 /etc/lectern
if [ ! -e /etc/lectern/lectern.env ]; then
  sed "s#^SITE_URL=.*#SITE_URL=$site#" deploy/example.env > /etc/lectern/lectern.env
  chmod 0600 /etc/lectern/lectern.env
fi

install -m 0644 deploy/lectern@.service deploy/lectern-publisher.service deploy/lectern-rebuild.service /etc/systemd/system/
systemctl daemon-reload
bash deploy/release.sh
systemctl enable --now lectern@4321 lectern@4322 lectern-publisher
echo "lectern: two instances answer on http://127.0.0.1:4321 and :4322; settings are in /etc/lectern/lectern.env"
