# The simulator and the checks as an image: `docker build -t relaybench .`, then `docker run --rm relaybench run`.
# test/container/steps.sh does these steps where there is no Docker; docs/containers.md shows how to use it.
FROM node:22-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm pack --silent --ignore-scripts --pack-destination /tmp

FROM node:22-alpine
COPY --from=build /tmp/relaybench-*.tgz /tmp/relaybench.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/relaybench.tgz
RUN rm -r /tmp/relaybench.tgz /root/.npm && mkdir /ready && chown node:node /ready
# Where `serve --ready-file /ready/ready.json` writes, for containers that share the volume.
VOLUME /ready
# Mount profiles and reports here.
WORKDIR /work
USER node
EXPOSE 7070
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:7070/openapi.json').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, so that signals reach the program: SIGTERM closes connections, and puts relays back.
ENTRYPOINT ["node", "/usr/local/lib/node_modules/relaybench/bin/conform.js"]
CMD ["serve", "--host", "0.0.0.0", "--insecure-http"]
