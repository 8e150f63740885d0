import type { AstroPrerenderer } from 'astro';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { rendererFolder } from '#app/publisher/build-folders.ts';

/**
 * Makes `renderer.ts` the entry of the prerender bundle. A plugin does this, because Astro overrides an entry in the
 * configuration.
 */
export function rendererPlugin(): Plugin {
  return {
    name: 'lectern-renderer',
    configEnvironment(name) {
      if (name !== 'prerender') return undefined;
      const input = fileURLToPath(new URL('renderer.ts', import.meta.url));
      return { build: { rolldownOptions: { input } } };
    },
  };
}

/** Copies the prerender bundle into the build, because Astro deletes it. Publications render all pages with the copy. */
export function createPrerenderer(serverDir: string, buildDir: string): AstroPrerenderer {
  return {
    name: 'lectern',
    async setup() {
      cpSync(join(serverDir, '.prerender'), join(buildDir, rendererFolder), { recursive: true });
    },
    getStaticPaths: async () => [],
    render: async () => {
      throw new Error('Astro renders no pages: publications do');
    },
  };
}
