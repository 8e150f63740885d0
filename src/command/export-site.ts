import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { publishedExceptions } from '#app/route-policies.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { readBuildConfig } from '#app/env.ts';
import { interfaceRels, staticPageLinks } from '#lib/discovery/link-relations.ts';
import { writeWorker } from '#lib/exporting/cloudflare-worker.ts';
import { writeNginxRules } from '#lib/exporting/nginx-rules.ts';
import { substitutes } from '#lib/exporting/contact-instead.ts';
import { listStaticRules } from '#lib/exporting/static-rules.ts';
import { toSubstitute, toStaticPage } from '#lib/exporting/static-page.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { createBuildStore } from '#lib/publishing/activation/body-store.ts';
import { listSiteFiles, sortFiles } from '#lib/publishing/activation/changed-files.ts';
import { filterRedirects } from '#lib/publishing/activation/publish-changes.ts';
import { listInlineCode } from '#lib/publishing/inline-code.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import { preparePage, type RenderedPage } from '#lib/publishing/prepare-page.ts';
import { makeBrowserIndex } from '#lib/publishing/search/browser-index.ts';
import { institute } from '#lib/content/current-institute.ts';
import { requireExportTarget } from './export-target.ts';

/** Pages about interfaces that need the server. */
const dropped = /^\/(auth|developers(\/.*)?)$/;
/** Files that are generated again from the exported pages, or that describe the server. */
const remade =
  /^\/(pagefind\/|sitemap-[^/]*\.xml$|robots\.txt$|\.well-known\/(api-catalog|agent-skills)|og\/(auth|developers))|\/llms(-full)?[^/]*\.txt$/;
const negotiation = ['http/quality-list', 'http/media-ranges', 'delivery/cache-by-header', 'delivery/accept'];

/**
 * Writes the site for a static host. `site` is the document root. `nginx` and `cloudflare` contain rules for content
 * negotiation and for the headers that the server sends.
 * @throws Error if the folder has files that are not of an export
 */
export async function exportSite(target: string, distDir = 'dist'): Promise<void> {
  requireExportTarget(target);
  const { siteUrl, contactEmail } = readBuildConfig();
  const { manifest } = openPublished(distDir);
  const folder = `${target}.new`;
  rmSync(folder, { recursive: true, force: true });
  const extra = substitutes(institute(), contactEmail);
  const exported = await writeStaticSite({ manifest: { ...manifest, siteUrl }, distDir, folder, extra });
  const rules = listStaticRules(
    openPublished(folder, { pageLinks: staticPageLinks, exceptions: publishedExceptions }, exported),
  );
  const nginx = writeNginxRules(rules);
  write(join(folder, 'nginx/maps.conf'), nginx.maps);
  write(join(folder, 'nginx/server.conf'), nginx.server);
  write(join(folder, 'cloudflare/worker.js'), writeWorker(rules, readNegotiation()));
  copyFileSync(
    new URL('static-host/wrangler.jsonc', import.meta.url),
    join(folder, 'cloudflare/wrangler.jsonc'),
  );
  renameSync(join(folder, 'client'), join(folder, 'site'));
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
  console.log(
    `lectern: ${target}/site has ${rules.pages.length} pages; docs/deploying.md says how to serve it`,
  );
}

type Export = { manifest: Manifest; distDir: string; folder: string; extra: ReturnType<typeof substitutes> };

/** Writes the files, the pages adapted to a static host, and everything that is made from pages. */
async function writeStaticSite({ manifest, distDir, folder, extra }: Export): Promise<Manifest> {
  const { siteUrl } = manifest;
  const outDir = folder;
  const store = createBuildStore(outDir);
  const kept = manifest.files.filter(({ path }) => !remade.test(path));
  const prepared = await mapConcurrently(adaptPages({ manifest, distDir, extra }), 16, (page) =>
    preparePage(page, { siteUrl, store }),
  );
  prepared.sort(({ page: a }, { page: b }) => (a.markdownPath < b.markdownPath ? -1 : 1));
  const { distinct, indexes } = listInlineCode(prepared.map(({ inlineCode }) => inlineCode));
  const pages = prepared.map(({ page }, at) => ({ ...page, inlineCode: indexes[at] ?? 0 }));
  const unlisted = new Set(extra.map(({ path }) => path));
  const listed = pages.filter(({ path }) => !unlisted.has(path));
  const about = await listSiteFiles(listed, {
    outDir,
    siteUrl,
    institute: { ...institute(), isStatic: true },
  });
  const bodies = [
    ...about.map(({ path, text }) => ({ path, immutable: false, read: () => Buffer.from(text) })),
    ...kept.map(({ path, immutable, file }) => ({
      path,
      immutable,
      read: () => readFileSync(join(distDir, file)),
    })),
  ];
  const files = await mapConcurrently(bodies, 16, async ({ path, immutable, read }) => {
    const body = await store(path.slice(1), read(), immutable ? 'asset' : 'page');
    return { path, immutable, madeFrom: 'content' as const, ...body };
  });
  const redirects = filterRedirects(manifest.redirects, pages);
  const publishedAt = new Date().toISOString();
  const made = { ...manifest, publishedAt, pages, files, redirects, inlineCode: distinct };
  const index = await makeBrowserIndex({ ...made, pages: listed }, { outDir, onDemandPages: [], store });
  return { ...made, files: sortFiles([...files, ...index.files]) };
}

/** Returns the pages of the static site, with the ones that replace pages which need the server. */
function adaptPages({ manifest, distDir, extra }: Omit<Export, 'folder'>): RenderedPage[] {
  const pages = manifest.pages.filter(({ path }) => !dropped.test(path));
  const files = manifest.files.filter(({ path }) => !remade.test(path));
  const others = new Set(extra.map(({ path }) => path));
  const there = new Set(
    [...pages, ...files, ...manifest.redirects.map(({ from }) => ({ path: from }))].map(({ path }) => path),
  );
  const options = {
    interfaceRels,
    isSubstitute: (path: string) => others.has(path),
    isThere: (path: string) =>
      there.has(path) ||
      others.has(path) ||
      /^\/(llms|robots|sitemap)/.test(path) ||
      there.has(path.replace(/\.md$/, '')) ||
      path === '/index.md',
  };
  const adapted = new Map(
    pages.map(({ path, html }) => [
      path,
      toStaticPage(readFileSync(join(distDir, html.file), 'utf8'), options),
    ]),
  );
  const shell = adapted.get('/404') ?? '';
  for (const page of extra) adapted.set(page.path, toSubstitute(shell, page));
  return Array.from(adapted, ([path, html]) => ({ path, html: Buffer.from(html) }));
}

const lib = new URL('../lib/', import.meta.url);
/** Releases contain JavaScript instead of TypeScript. */
const ending = extname(import.meta.url);

/** Returns the server's content negotiation as JavaScript for a Worker. */
export function readNegotiation(): string {
  return negotiation
    .map((name) => stripTypeScriptTypes(readFileSync(new URL(`${name}${ending}`, lib), 'utf8')))
    .map((code) => code.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
    .join('\n');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
