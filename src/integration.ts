import type { AstroIntegration } from 'astro';
import { site } from './site.ts';

export function lectern({ siteUrl, contentDir }: { siteUrl: string; contentDir: string }): AstroIntegration {
  return {
    name: 'lectern',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        void [dir, logger, site, siteUrl, contentDir];
      },
    },
  };
}
