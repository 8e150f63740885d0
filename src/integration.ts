import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';
import { publish } from '#lib/publishing/publish.ts';
import { site } from './site.ts';

type Options = { siteUrl: string; contentDir: string };

/** Joins Lectern to Astro: checks the content before a build, publishes after it, and serves previews alike. */
export function lectern({ siteUrl }: Options): AstroIntegration {
  return {
    name: 'lectern',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        await publish({
          outDir: fileURLToPath(new URL('../', dir)),
          siteUrl,
          institute: site,
          report: (progress) => logger.info(progress),
        });
      },
    },
  };
}
