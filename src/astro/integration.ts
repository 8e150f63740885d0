import type { AstroIntegration } from 'astro';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageTypes } from '#lib/content/collections.ts';
import { listPublicAddresses, listRoutes } from '#lib/content/checking/list-routes.ts';
import { readSettingsFiles } from '#lib/content/checking/settings-file.ts';
import { settingsOf } from '#lib/content/checking/settings-problems.ts';
import { installInstitute, institute } from '#lib/content/current-institute.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { activateManifest } from '#lib/publishing/activate-manifest.ts';
import { storeServerFile } from '#lib/publishing/activation/body-store.ts';
import { listCodeFiles, makeCodeManifest } from '#lib/publishing/code-manifest.ts';
import { updateSearch } from '#lib/publishing/search/search-updates.ts';
import { readTheme } from '#app/content-view/current-theme.ts';
import { instituteFile, instituteFolder, publicFolder, refuseSecretsInBuild } from '#app/env.ts';
import { devPublication, routesFile } from '#app/publisher/build-folders.ts';
import { publishFirst } from '#app/publisher/publish-current-content.ts';
import { devFiles } from './dev-files.ts';
import { createPrerenderer, rendererPlugin } from './kept-renderer.ts';

type Options = { siteUrl: string; contentDir: string };

/** Integrates Lectern with Astro: publishes the content after a build. `astro dev` only gets what pages need. */
export function lectern({ siteUrl, contentDir }: Options): AstroIntegration {
  let inlineCode: InlineCode = { scripts: [], styles: [] };
  let serverDir = '';
  return {
    name: 'lectern',
    hooks: {
      'astro:config:setup': ({ addWatchFile, command, config, injectRoute, updateConfig }) => {
        // A change of this file restarts `astro dev`.
        addWatchFile(resolve(instituteFile()));
        installInstitute(instituteFolder);
        const define = { 'import.meta.env.PAGE_TYPES': JSON.stringify(pageTypes) };
        updateConfig({ vite: { define } });
        if (command === 'build') {
          refuseSecretsInBuild();
          updateConfig({ vite: { plugins: [rendererPlugin()] } });
        }
        if (command !== 'dev') return;
        injectRoute({ pattern: '/_gallery', entrypoint: new URL('pages/_gallery.astro', config.srcDir) });
        updateConfig({ vite: { plugins: [devFiles()] } });
      },
      'astro:server:setup': () => writeDevPublication({ siteUrl, contentDir }),
      'astro:config:done': ({ config }) => {
        serverDir = fileURLToPath(config.build.server);
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer(createPrerenderer(serverDir, join(serverDir, '..')));
      },
      'astro:build:ssr': ({ manifest }) => {
        // Remove the routes that Astro adds, such as /_image, which would convert pictures for anyone.
        manifest.routes = manifest.routes.filter(({ routeData }) => routeData.origin === 'project');
        inlineCode = {
          scripts: manifest.inlinedScripts.map(([, script]) => script),
          styles: manifest.routes.flatMap(({ styles, routeData }) =>
            routeData.prerender
              ? []
              : styles.flatMap((style) => (style.type === 'inline' ? style.content : [])),
          ),
        };
      },
      'astro:build:done': async ({ dir, logger }) => {
        const outDir = fileURLToPath(new URL('../', dir));
        // Astro copied the public files. Each publication has the ones of its content.
        const files = await listCodeFiles(outDir, new Set(await listPublicAddresses(publicFolder())));
        await activateManifest(outDir, makeCodeManifest({ siteUrl, files, inlineCode }));
        await writeFile(join(outDir, routesFile), JSON.stringify(await listRoutes(process.cwd())));
        const { pages } = await publishFirst(outDir);
        logger.info(`published ${pages} pages`);
      },
    },
  };
}

/** Writes a publication without pages for the services of `astro dev`. A search index has at least one page. */
async function writeDevPublication({ siteUrl, contentDir }: Options): Promise<void> {
  const outDir = devPublication;
  await rm(outDir, { recursive: true, force: true });
  const manifest = makeCodeManifest({ siteUrl });
  const content = {
    editorSettings: settingsOf(await readSettingsFiles(contentDir)),
    institute: institute(),
    theme: await readTheme(),
  };
  const entries = await storeServerFile(outDir, JSON.stringify(content), '.json');
  const changes = { outDir, previous: manifest, pages: [], known: new Map() };
  const { searchIndex, passages } = await updateSearch(changes);
  const serverFiles = { ...manifest.serverFiles, entries, searchIndex, passages };
  await activateManifest(outDir, { ...manifest, serverFiles });
}
