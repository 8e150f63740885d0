import type { AstroPrerenderer } from 'astro';
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { RenderedSite, Renderer } from './renderer-types.ts';

/** Folder of the prerender bundle, below the build's folder. */
export const rendererFolder = 'renderer';

/** Makes `renderer.ts` the entry of the prerender bundle. Astro's configuration cannot: its own entry would win. */
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

/** Prerenders the site with the bundle, after keeping a copy in the build: Astro deletes its own. */
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
    render: (request, { routeData }) => opened().render(request, routeData),
  };
}

/** Loads the renderer of a build. @throws Error if the build has none */
export async function loadRenderer(buildDir: string): Promise<Renderer> {
  const [entry] = globSync('prerender-entry.*.mjs', { cwd: join(buildDir, rendererFolder) });
  if (!entry) throw new Error(`${buildDir} has no renderer: run \`npm run build\``);
  const bundle = (await import(pathToFileURL(join(buildDir, rendererFolder, entry)).href)) as {
    openRenderer: Renderer;
  };
  return bundle.openRenderer;
}
