# The release as an image. The institute is a volume: its folder, with settings in .env.
#   docker build -f institute.Dockerfile -t lectern .       in a folder with lectern-VERSION.tgz
#   docker run -p 4321:4321 -v /srv/lectern/our-site:/institute lectern
ARG BASE=node:24-bookworm-slim
FROM ${BASE}
# For CONTENT_REPO.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/lectern
COPY lectern-*.tgz ./
# The image has Node, and the encoder's packages have libraries for all platforms: 430 MB that are not needed.
RUN npm install --ignore-scripts --no-audit --no-fund ./lectern-*.tgz \
  && rm lectern-*.tgz \
  && rm -rf node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32 node_modules/node-linux-*
# The user who owns the institute's folder.
USER 10001:10001
VOLUME /institute
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "node_modules/lectern/scripts/lectern.js", "start", "/institute"]
