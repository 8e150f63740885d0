import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { contentPicturesCache } from '#lib/content/documents/content-pictures.ts';
import { contentTypeOf } from '#lib/publishing/activation/representations.ts';
import { fontsCache } from '#lib/theme/font-places.ts';

/** Serves the pictures of the content and the institute's fonts in `astro dev`. Publications store them as files. */
export function devFiles(): Plugin {
  return {
    name: 'lectern-dev-files',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/_astro', (request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        const folder = path.startsWith('/fonts/') ? fontsCache : contentPicturesCache;
        readFile(join(folder, basename(path))).then(
          (file) => response.setHeader('Content-Type', contentTypeOf(path)).end(file),
          () => next(),
        );
      });
    },
  };
}
