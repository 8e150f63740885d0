# Lectern in a container: built in one stage, served from another that has only what serving needs.
# docs/deploying.md says how to build and run it.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
ARG SITE_URL=http://localhost:4321
ARG CONTACT_EMAIL=
RUN node scripts/build.ts && node scripts/gather-server.ts /server

FROM ${BASE}
ARG SITE_URL=http://localhost:4321
ARG CONTACT_EMAIL=
ENV NODE_ENV=production SITE_URL=${SITE_URL} CONTACT_EMAIL=${CONTACT_EMAIL} \
    HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
# For CONTENT_REPO.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 lectern \
  && useradd --uid 10001 --gid lectern --no-log-init --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin lectern \
  && install -d -o lectern -g lectern -m 0700 /data
COPY --from=build /server /site
WORKDIR /site
# The code stays root's. A publication adds files to the build, replaces its manifest and keeps pictures in the cache.
RUN install -d -o root -g lectern -m 1775 dist \
  && install -d -o lectern -g lectern .cache dist/published dist/sources dist/manifests dist/publisher \
  && chown -R lectern:lectern .cache dist/published dist/sources dist/manifests dist/manifest.json
USER 10001:10001
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "src/app/server.ts"]
