import type { AstroPrerenderer } from 'astro';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { RenderedSite } from '#lib/publishing/rendered-site.ts';
import { rendererFolder } from '#app/publisher/build-folders.ts';
import { loadRenderer } from '#app/publisher/site-publisher.ts';

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

export type KeptPrerenderer = AstroPrerenderer & { site(): RenderedSite };

/** Prerenders the site with the bundle. Copies the bundle into the build first, because Astro deletes it. */
export function createPrerenderer(serverDir: string, buildDir: string): KeptPrerenderer {
  let site: RenderedSite | undefined;
  const opened = () => {
    if (!site) throw new Error('the prerenderer is not set up');
    return site;
  };
  return {
    site: opened,
    name: 'lectern',
    async setup() {
      cpSync(join(serverDir, '.prerender'), join(buildDir, rendererFolder), { recursive: true });
      site = (await loadRenderer(buildDir))();
    },
    getStaticPaths: () => opened().paths(),
    async render(request, { routeData }) {
      const response = await opened().render(request, routeData);
      // Astro would go on, and make a site without this page, or with another server's answer in its place.
      if (response.status === 500 && routeData.route !== '/500')
        throw new Error(
          `${new URL(request.url).pathname.replace(/\.html$/, '')} cannot be rendered: see the error above`,
        );
      return response;
    },
  };
}
