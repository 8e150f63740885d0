import type { APIContext, MiddlewareNext } from 'astro';
import { createLog } from '#lib/log/log.ts';
import { noMeasures } from '#lib/metrics/measures.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { devPublication } from './publisher/build-folders.ts';
import { processEnvironment, readConfig } from './env.ts';
import { isOfDesk } from './route-policies.ts';
import { openPublication } from './publication.ts';
import { createReadiness } from './readiness.ts';
import { createServices, type ServicesForStaff } from './services.ts';

const log = createLog({ isReadable: true, write: (line) => console.info(line.trimEnd()) });
let opened: Promise<ServicesForStaff> | undefined;

/** Responds in `npm run dev`: gives pages that are rendered on demand their services. */
export async function respondInDev(
  context: APIContext,
  next: MiddlewareNext,
  respond: (context: APIContext, next: MiddlewareNext) => Promise<Response>,
): Promise<Response> {
  const { isPrerendered, locals, url } = context;
  if (isPrerendered) return next();
  locals.trace = { id: 'dev', route: undefined, log };
  opened ??= openDevServices();
  const services = await opened;
  locals.services = services;
  if (!services.desk && isOfDesk(url.pathname)) return new Response(null, { status: 404 });
  // Nothing is counted, and no request waits for others.
  locals.endWork = () => undefined;
  return respond(context, next);
}

async function openDevServices(): Promise<ServicesForStaff> {
  const { forRoutes } = await createServices({
    publishedDir: devPublication,
    publication: await openPublication(devPublication, readManifest(devPublication)),
    readiness: { ...createReadiness(), read: async () => ({ status: 'ready' }) },
    log,
    config: { ...readConfig(), ENCODER: 'off' },
    environment: processEnvironment(),
    measures: noMeasures,
  });
  return forRoutes;
}
