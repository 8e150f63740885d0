import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPublicationFolder } from '#test/publications.ts';
import { serveProcess } from '#test/served-site.ts';
import { publishContent } from '#app/publisher/publish-current-content.ts';

const paths = ['/', '/about', '/search', '/register'];
const text = 'The valley road is flooded.';

test('a notice disappears at its time from prerendered pages and from pages on demand', async () => {
  const folder = createPublicationFolder();
  const contentDir = join(folder.distDir, '../content');
  cpSync('src/content', contentDir, { recursive: true });
  folder.publish({ ...folder.original, contentDir });
  const site = await serveProcess(folder.distDir, { DATA_DIR: folder.dataDir, PUBLISHER: 'on' });
  onTestFinished(async () => {
    await site.stop();
    folder.remove();
  });
  const shown = async () => {
    const pages = await Promise.all(paths.map(async (path) => (await fetch(site.origin + path)).text()));
    return paths.filter((_, at) => pages[at]?.includes(text));
  };
  // Times have no seconds. Leaves at least a minute for the publication.
  const end = new Date(Math.ceil(Date.now() / 60_000 + 1) * 60_000);

  const until = `${end.toISOString().slice(0, 16)}Z`;
  writeFileSync(join(contentDir, 'settings/notice.yaml'), `text: ${text}\nuntil: ${until}\n`);
  await publishContent(folder.distDir);
  await vi.waitFor(async () => expect(await shown()).toEqual(paths), { timeout: 60_000, interval: 100 });

  await wait(end.getTime() - Date.now());
  await vi.waitFor(async () => expect(await shown()).toEqual([]), { timeout: 60_000, interval: 100 });
}, 240_000);
