# The portal, built and then run by a user without rights. See docs/deployment.md.
FROM node:22-slim AS build
WORKDIR /app
COPY . .
ARG VITE_MAINTENANCE VITE_CONFERENCE_URL
RUN node scripts/setup.mjs && npm prune --omit=dev

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:3000/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=25", "--expose-gc", "dist/server/main.js"]
