import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fontsAddress, fontsCache } from '#lib/theme/font-places.ts';

/** Serves the institute's fonts in `astro dev`. Publications store them as files. */
export function devFonts(): Plugin {
  return {
    name: 'lectern-fonts',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(fontsAddress, (request, response, next) => {
        const [name] = /^[\da-f]+\.woff2$/.exec(request.url?.slice(1) ?? '') ?? [];
        if (name === undefined) return next();
        response.setHeader('Content-Type', 'font/woff2');
        readFile(join(fontsCache, name)).then((font) => response.end(font), next);
      });
    },
  };
}
