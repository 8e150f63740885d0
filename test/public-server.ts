import { stop } from '#app/stop-server.ts';
import { createDelivery } from '#lib/delivery/delivery.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { createPublicServer, listen } from '#lib/delivery/public-server.ts';
import { silentLog } from '#lib/log/log.ts';
import { unwatched } from './collected-log.ts';
import { writeBuild } from './http/delivery-build.ts';
import { makeFolder } from './temporary-folder.ts';

type Options = Pick<Parameters<typeof createPublicServer>[0], 'app' | 'limits'> &
  Partial<Parameters<typeof createPublicServer>[0]> &
  Pick<Parameters<typeof writeBuild>[1], 'files'>;

/** Serves a home page and a 404 page, without Astro. */
export async function servePublic({ files, ...options }: Options) {
  const folder = makeFolder();
  const siteUrl = 'http://localhost:4321';
  writeBuild(folder, {
    siteUrl,
    pages: [
      { path: '/', html: '<p>Home</p>', markdown: 'Home' },
      { path: '/404', status: 404, html: 'Missing', markdown: 'Missing' },
    ],
    ...(files && { files }),
  });
  const published = openPublished(folder);
  const server = createPublicServer({
    delivery: createDelivery({ published: () => published, siteUrl, log: silentLog }),
    watch: unwatched,
    locals: {},
    ...options,
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return { port, server, stop: () => stop(server, 100) };
}
