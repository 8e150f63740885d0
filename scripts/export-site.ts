import { builtVectors, encoderFolder } from '#app/retrieval-services.ts';
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { publishedExceptions } from '#app/route-policies.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { readBuildConfig } from '#app/env.ts';
import { interfaceRels, staticPageLinks } from '#lib/discovery/link-relations.ts';
import { writeWorker } from '#lib/exporting/cloudflare-worker.ts';
import { writeNginxRules } from '#lib/exporting/nginx-rules.ts';
import { standIns } from '#lib/exporting/contact-instead.ts';
import { listStaticRules } from '#lib/exporting/static-rules.ts';
import { toStandIn, toStaticPage } from '#lib/exporting/static-page.ts';
import type { Manifest } from '#lib/content/manifest.ts';
import { publish } from '#lib/publishing/publish.ts';
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
  const extra = standIns(institute(), contactEmail);
  stage({ manifest, distDir, folder, extra });
  await publish({
    outDir: folder,
    siteUrl,
    institute: { ...institute(), isStatic: true },
    report: () => {},
    readRedirects: async () => manifest.redirects,
    unlisted: new Set(extra.map(({ path }) => path)),
  });
  const rules = listStaticRules(
    openPublished(folder, { pageLinks: staticPageLinks, exceptions: publishedExceptions }),
  );
  const nginx = writeNginxRules(rules);
  write(join(folder, 'nginx/maps.conf'), nginx.maps);
  write(join(folder, 'nginx/server.conf'), nginx.server);
  write(join(folder, 'cloudflare/worker.js'), writeWorker(rules, readNegotiation()));
  copyFileSync(
    new URL('static-host/wrangler.jsonc', import.meta.url),
    join(folder, 'cloudflare/wrangler.jsonc'),
  );
  for (const file of [
    'manifests',
    'passages.sqlite',
    'search.index',
    'entries.json',
    builtVectors,
    encoderFolder,
  ]) {
    rmSync(join(folder, file), { recursive: true, force: true });
  }
  rmSync(join(folder, 'manifest.json'));
  renameSync(join(folder, 'client'), join(folder, 'site'));
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
  console.log(
    `lectern: ${target}/site has ${rules.pages.length} pages; docs/deploying.md says how to serve it`,
  );
}

type Staging = { manifest: Manifest; distDir: string; folder: string; extra: ReturnType<typeof standIns> };

/** Copies files, and pages adapted to a static host, to the paths where `publish` expects them. */
function stage({ manifest, distDir, folder, extra }: Staging): void {
  const pages = manifest.pages.filter(({ path }) => !dropped.test(path));
  const files = manifest.files.filter(({ path }) => !remade.test(path));
  const others = new Set(extra.map(({ path }) => path));
  const there = new Set(
    [...pages, ...files, ...manifest.redirects.map(({ from }) => ({ path: from }))].map(({ path }) => path),
  );
  const options = {
    interfaceRels,
    isStandIn: (path: string) => others.has(path),
    isThere: (path: string) =>
      there.has(path) ||
      others.has(path) ||
      /^\/(llms|robots|sitemap)/.test(path) ||
      there.has(path.replace(/\.md$/, '')) ||
      path === '/index.md',
  };
  for (const { path, html } of pages) {
    write(
      join(folder, `client${path === '/' ? '/index' : path}.html`),
      toStaticPage(readFileSync(join(distDir, html.file), 'utf8'), options),
    );
  }
  const shell = readFileSync(join(folder, 'client/404.html'), 'utf8');
  for (const page of extra) write(join(folder, `client${page.path}.html`), toStandIn(shell, page));
  for (const { path, file } of files) {
    const target = join(folder, 'client', path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(distDir, file), target);
  }
}

const lib = new URL('../src/lib/', import.meta.url);
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
