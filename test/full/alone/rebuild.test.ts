import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../../../scripts/build-site.ts';
import { makeBuildFolder, swapIn } from '../../../scripts/list-builds.ts';
import { serveProcess } from '#test/served-site.ts';
import { builtSite } from '#test/http/forms-site.ts';
import { toolCall } from '#test/tool-call.ts';

/** `npm run soak` makes a real second build. By default, the second build is a copy with a different home page. */
const isMadeAnew = process.env['WHOLE_TIMES'] !== undefined;
const moved = 'Moved while it was served';

test(
  'a new build leaves the served build intact, and the next process serves the new build',
  { timeout: 600_000 },
  async () => {
    const place = mkdtempSync('.cache/rebuild-');
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    // Inside the project, since the bundle resolves its packages from its own folder.
    const outDir = join(place, 'dist');
    const copy = async () => {
      const folder = makeBuildFolder(outDir);
      cpSync(realpathSync(await builtSite()), folder, { recursive: true });
      return folder;
    };
    swapIn(outDir, await copy());
    const site = await serveProcess(outDir, { DATA_DIR: join(place, 'data') });
    onTestFinished(async () => {
      await site.stop();
    });
    const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8')) as {
      pages: { path: string; markdownPath: string; status: number; html: { file: string } }[];
    };
    const pages = manifest.pages.filter(({ status }) => status === 200);
    const before = await askAll(site.origin, pages);

    if (isMadeAnew) await buildSite(outDir);
    else {
      const folder = await copy();
      const home = join(folder, manifest.pages.find(({ path }) => path === '/')?.html.file ?? '');
      writeFileSync(home, moved.padEnd(readFileSync(home).length));
      swapIn(outDir, folder);
    }
    const after = await askAll(site.origin, pages);
    const readByTool = await Promise.all(pages.slice(0, 20).map(({ path }) => readPage(site.origin, path)));

    expect(after).toEqual(before);
    expect(readByTool.every((text) => text.includes('"result"') && !text.includes('"isError":true'))).toBe(
      true,
    );
    const next = await serveProcess(outDir, { DATA_DIR: join(place, 'data') });
    onTestFinished(async () => {
      await next.stop();
    });
    const shown = await (
      await fetch(next.origin, { headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' } })
    ).text();
    expect(shown.includes(moved)).toBe(!isMadeAnew);
    expect((await fetch(`${next.origin}/newsletter`)).status).toBe(200);
  },
);

/** Status and length of every page and twin, and the status of routes on demand. */
async function askAll(origin: string, pages: readonly { path: string; markdownPath: string }[]) {
  const onDemand = [
    '/search?q=river',
    '/register',
    '/newsletter',
    '/ask',
    '/openapi.json',
    '/api/search?q=peat',
    '/staff',
  ];
  const answers: string[] = [];
  for (const path of [...pages.flatMap((page) => [page.path, page.markdownPath]), ...onDemand]) {
    const answer = await fetch(origin + path, { headers: { 'Accept-Encoding': 'identity' } });
    const { length } = await answer.arrayBuffer().then((bytes) => new Uint8Array(bytes));
    answers.push(`${answer.status} ${path} ${onDemand.includes(path) ? '' : length}`);
  }
  return answers;
}

async function readPage(origin: string, url: string): Promise<string> {
  return (await fetch(`${origin}/mcp`, toolCall('read_page', { url }))).text();
}
