import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';
import { devDelivery } from '#lib/delivery/dev-plugin.ts';
import { readContent } from '#lib/publishing/content.ts';
import { previewPublishing } from '#lib/publishing/preview-plugin.ts';
import { publish } from '#lib/publishing/publish.ts';
import { toTwin } from '#lib/publishing/twin.ts';
import { site } from './site.ts';

type Options = { siteUrl: string; contentDir: string };

/** Joins Lectern to Astro: checks the content before a build, publishes after it, and makes previews alike. */
export function lectern({ siteUrl, contentDir }: Options): AstroIntegration {
  return {
    name: 'lectern',
    hooks: {
      'astro:config:setup': ({ command, config, logger, updateConfig }) => {
        if (command !== 'dev') return;
        updateConfig({
          vite: {
            plugins: [
              previewPublishing({
                outDir: fileURLToPath(new URL('.cache/preview', config.root)),
                siteUrl,
                sources: [fileURLToPath(config.srcDir), contentDir],
                institute: site,
                report: (progress) => logger.info(progress),
              }),
              devDelivery({
                siteUrl,
                toTwin: (html, path) => toTwin(readContent(html), { origin: siteUrl, path }),
              }),
            ],
          },
        });
      },
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
