import type { AstroIntegration } from 'astro';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckedContent } from '#lib/content/check.ts';
import { checkSiteContent } from '#app/content-view/check-site-content.ts';
import { pageTypes } from '#lib/content/collections.ts';
import { readSettingsFiles } from '#lib/content/checking/settings-file.ts';
import { settingsOf } from '#lib/content/checking/settings-problems.ts';
import { contentReportFile } from '#lib/content/report-file.ts';
import { makeContentReport } from '#lib/content/report.ts';
import { documentAddress } from '#lib/content/download.ts';
import { dayIn } from '#lib/content/terms.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { addressOf, type RenderedSite } from '#lib/publishing/rendered-site.ts';
import {
  createFolderReader,
  createSourceStore,
  listPublicFiles,
} from '#lib/publishing/activation/sources.ts';
import { listRoutes } from '#lib/content/checking/list-routes.ts';
import { devPublication, routesFile, sourcesFolder } from '#app/publisher/build-folders.ts';
import { toProjectPath } from '#app/publisher/publication-inputs.ts';
import { linkPictureAddress } from '#lib/publishing/link-pictures.ts';
import type { PublishedPage } from '#lib/content/manifest.ts';
import { openLinkPictures, toPicturedPage } from '#app/publisher/create-link-pictures.ts';
import { contentPicturesCache, publishPictures } from '#lib/content/documents/content-pictures.ts';
import { createPrerenderer, rendererPlugin, type KeptPrerenderer } from './kept-renderer.ts';
import { readOnDemandContent } from '#lib/publishing/activation/publish-changes.ts';
import { publish, type Publication } from '#lib/publishing/publish.ts';
import { withOwnFonts } from '#lib/content/checking/institute-file.ts';
import { readTheme } from '#app/content-view/current-theme.ts';
import { devFiles } from './dev-files.ts';
import {
  instituteFile,
  instituteFolder,
  publicFolder,
  readBuildSettings,
  refuseSecretsInBuild,
} from '#app/env.ts';
import { fontsAddress, fontsCache } from '#lib/theme/font-places.ts';
import type { Theme } from '#lib/theme/theme.ts';
import { installInstitute, institute } from '#lib/content/current-institute.ts';

type Options = { siteUrl: string; contentDir: string };

/** Integrates Lectern with Astro: checks and publishes the content after a build. `astro dev` only gets what pages need. */
export function lectern({ siteUrl, contentDir }: Options): AstroIntegration {
  let onDemandCode: Publication['onDemandCode'];
  let serverDir = '';
  let prerenderer: KeptPrerenderer | undefined;
  return {
    name: 'lectern',
    hooks: {
      'astro:config:setup': ({ addWatchFile, command, config, injectRoute, updateConfig }) => {
        // A change of this file restarts `astro dev`.
        addWatchFile(resolve(instituteFile()));
        installInstitute(() => instituteFolder());
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
      'astro:server:setup': async () => {
        await mkdir(devPublication, { recursive: true });
        await publish({
          outDir: devPublication,
          siteUrl,
          institute: institute(),
          report: () => undefined,
          // A search index has at least one page.
          onDemandPages,
          readOnDemandContent: async () => ({
            editorSettings: settingsOf(await readSettingsFiles(contentDir)),
            institute: institute(),
            theme: await readTheme(),
          }),
        });
      },
      'astro:config:done': ({ config }) => {
        serverDir = fileURLToPath(config.build.server);
      },
      'astro:build:start': ({ setPrerenderer }) => {
        prerenderer = createPrerenderer(serverDir, join(serverDir, '..'));
        setPrerenderer(prerenderer);
      },
      'astro:build:ssr': ({ manifest }) => {
        // Remove the routes that Astro adds, such as /_image, which would convert pictures for anyone.
        manifest.routes = manifest.routes.filter(({ routeData }) => routeData.origin === 'project');
        onDemandCode = {
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
        const content = await checkSiteContent(contentDir);
        await writeContentReport(outDir, content);
        const pictures = await publishPictures({
          clientDir: join(outDir, 'client'),
          cacheDir: contentPicturesCache,
        });
        const rendered = prerenderer ? await listRenderedFiles(prerenderer.site()) : [];
        const theme = await readTheme();
        const fonts = await publishFonts(join(outDir, 'client'), theme);
        const { snapshot, publicFiles } = await saveContent({ outDir, contentDir });
        await publish({
          outDir,
          siteUrl,
          institute: institute(),
          report: (progress) => logger.info(progress),
          readRedirects: async () => content.redirects,
          onDemandPages,
          onDemandCode,
          themeCss: theme.css,
          contactEmail: readBuildSettings().CONTACT_EMAIL,
          contentDir: toProjectPath(contentDir),
          instituteFile: toProjectPath(resolve(instituteFile())),
          contentFiles: new Set([...rendered, ...pictures, ...fonts, ...publicFiles]),
          snapshot,
          readOnDemandContent: async () => (prerenderer ? readOnDemandContent(prerenderer.site()) : {}),
          drawPictures: (pages) => writeLinkPictures(outDir, pages),
        });
      },
    },
  };
}

/** Copies the link preview pictures that are already drawn. The others are drawn after the build. */
async function writeLinkPictures(outDir: string, pages: readonly PublishedPage[]): Promise<void> {
  const pictures = openLinkPictures(withOwnFonts(institute(), instituteFolder()));
  const pictured = pages.map((page) => toPicturedPage(page, institute()));
  for (const page of pictured) {
    const file = pictures.find(page);
    const target = join(outDir, 'client', linkPictureAddress(page.path));
    if (file) await mkdir(dirname(target), { recursive: true }).then(() => copyFile(file, target));
  }
}

/** The addresses of rendered files that are not pages. */
async function listRenderedFiles(site: RenderedSite): Promise<string[]> {
  return (await site.paths()).filter(({ route }) => route.type !== 'page').map(addressOf);
}

/** Copies the institute's fonts to the files of the site. @returns their addresses */
async function publishFonts(clientDir: string, { fonts }: Theme): Promise<string[]> {
  await mkdir(join(clientDir, fontsAddress), { recursive: true });
  await Promise.all(
    fonts.map((name) => copyFile(join(fontsCache, name), join(clientDir, fontsAddress, name))),
  );
  return fonts.map((name) => `${fontsAddress}/${name}`);
}

/** Stores the input of later publications: the files of the content and the institute, and the product's routes. */
async function saveContent({ outDir, contentDir }: { outDir: string; contentDir: string }) {
  await writeFile(join(outDir, routesFile), JSON.stringify(await listRoutes(process.cwd())));
  const institute = { factsFile: instituteFile(), publicFolder: publicFolder() };
  const { sources, placeOf } = await createFolderReader(contentDir, institute)();
  const snapshot = await createSourceStore(join(outDir, sourcesFolder)).saveSnapshot(sources, placeOf);
  const publicFiles = listPublicFiles(sources);
  // Astro copies files of `public/`, but no documents of the content.
  const documents = publicFiles.filter(({ address, file }) => documentAddress(file.path) === address);
  for (const { address, file } of documents) {
    const target = join(outDir, 'client', address);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(placeOf(file.path), target);
  }
  return { snapshot, publicFiles: publicFiles.map(({ address }) => address) };
}

/** Writes the report for the staff pages. It is outside `client/`, so it is not public. */
async function writeContentReport(outDir: string, content: CheckedContent): Promise<void> {
  const report = makeContentReport(content, dayIn(institute().timeZone, new Date()));
  await writeFile(join(outDir, contentReportFile), JSON.stringify(report));
}
