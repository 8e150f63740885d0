import { createReadStream, existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Plugin } from 'vite';
import { contentPicturesCache } from '#lib/content/documents/content-pictures.ts';

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.gif': 'image/gif',
};

/** Serves content pictures from `/_astro` in `astro dev`. A build copies them there. */
export function contentPicturesPlugin(): Plugin {
  return {
    name: 'lectern-content-pictures',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/_astro', (request, response, next) => {
        const name = basename(new URL(request.url ?? '/', 'http://localhost').pathname);
        const file = join(contentPicturesCache, name);
        const type = types[extname(name)];
        if (!type || !existsSync(file)) return next();
        response.setHeader('Content-Type', type);
        createReadStream(file).pipe(response);
      });
    },
  };
}
