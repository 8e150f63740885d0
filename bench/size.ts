import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readContent } from '#lib/publishing/twin/article.ts';
import type { Manifest, PublishedPage } from '#lib/build-format/manifest.ts';
import { represent } from '#lib/publishing/activation/representations.ts';
import { toTwin } from '#lib/publishing/twin/twin.ts';
import { startMeasured } from './cpu-per-request.ts';
import { prepareSearch } from './search-folder.ts';
import { makePages, type BenchPage } from './search-pages.ts';
import { sized } from './sized.ts';
import { median } from './statistics.ts';

/**
 * Measures memory and start time of the production server with 250, 1,000 and 10,000 pages. Adds pages to the build in
 * `dist` without Astro, by inserting texts of a handbook into a page of the build. Usage: node
 * bench/size.ts [pages ...]
 */
const starts = sized(3, 1);
const script = join(import.meta.dirname, 'measured-server.ts');
const sizes = process.argv.slice(2).map(Number);

console.log(`${starts} starts each, medians; memory after a collection, in MB`);
for (const size of sizes.length > 0 ? sizes : sized([250, 1000, 10_000], [10])) {
  await measure(size, await prepareBuild(makePages(size)));
}

async function measure(size: number, folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-size-'));
  const figures = {
    start: [] as number[],
    rss: [] as number[],
    heap: [] as number[],
    buffers: [] as number[],
  };
  for (let round = 0; round < starts; round += 1) {
    const begun = performance.now();
    const server = await startMeasured('ours', script, {
      parameters: ['site', folder],
      environment: { DATA_DIR: dataDir },
    });
    figures.start.push(performance.now() - begun);
    const memory = await server.memory?.();
    figures.rss.push((memory?.rss ?? 0) / 1e6);
    figures.heap.push((memory?.heapUsed ?? 0) / 1e6);
    figures.buffers.push((memory?.arrayBuffers ?? 0) / 1e6);
    server.stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
  const [start, rss, heap, buffers] = Object.values(figures).map((values) => median(values).toFixed(0));
  console.log(
    `${size} pages: start ${start} ms, RSS ${rss}, JavaScript heap ${heap}, bodies and buffers ${buffers}`,
  );
}

/** Returns a cached copy of `dist` with these pages. */
async function prepareBuild(pages: readonly BenchPage[]): Promise<string> {
  const search = await prepareSearch(pages);
  const folder = resolve('.cache/bench', `size-${pages.length}`);
  rmSync(folder, { recursive: true, force: true });
  const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Manifest;
  const [frame] = manifest.pages.filter(({ type }) => type === 'handbook');
  if (!frame || !existsSync(`dist/${frame.html.file}`)) throw new Error('dist has no page of a handbook');
  // `dist` may be a symbolic link.
  cpSync(realpathSync('dist'), folder, {
    recursive: true,
    filter: (source) => !/pagefind|search\.index|passages\.sqlite/.test(source),
  });
  cpSync(join(search, 'search.index'), join(folder, 'search.index'));
  cpSync(join(search, 'passages.sqlite'), join(folder, 'passages.sqlite'));
  const html = readFileSync(`dist/${frame.html.file}`, 'utf8');
  const substitutes = manifest.pages.filter(({ status }) => status !== 200);
  const published: PublishedPage[] = [];
  for (const page of pages) {
    published.push(await publishPage(page, { folder, frame, html, origin: manifest.siteUrl }));
  }
  const files = manifest.files.filter(({ path }) => !path.startsWith('/pagefind/'));
  const own = { searchIndex: 'search.index', passages: 'passages.sqlite' };
  const serverFiles = { ...manifest.serverFiles, ...own };
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, pages: [...substitutes, ...published], redirects: [], files, serverFiles }),
  );
  return folder;
}

type Frame = { folder: string; frame: PublishedPage; html: string; origin: string };

async function publishPage(
  { indexed: { path, title, contentHtml } }: BenchPage,
  { folder, frame, html, origin }: Frame,
): Promise<PublishedPage> {
  const framed = html.replace(/<article[\s\S]*<\/article>/, () => contentHtml);
  const twin = toTwin(readContent(framed), { origin, path });
  const store = async (file: string, text: string) => {
    const content = Buffer.from(text);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
    return represent(folder, { file, path: file.replace('client/', ''), content, kind: 'page' });
  };
  return {
    ...frame,
    path,
    title,
    markdownPath: `${path}.md`,
    html: await store(`client${path}.html`, framed),
    markdown: await store(`client${path}.md`, twin),
  };
}
