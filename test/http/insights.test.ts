import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { serveForms, type FormsSite } from './forms-site.ts';

const dataDir = makeFolder();
const nonsense = 'xyzzyplugh qwfpgj';
/** Closes the connection after each request, since an idle connection would delay the server's shutdown. */
const headers = { Connection: 'close' };

async function search(site: FormsSite, q: string, more: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${site.origin}/api/search?${new URLSearchParams({ q, ...more })}`, {
    headers,
  });
  return ((await response.json()) as { total: number }).total;
}

function counts(site: FormsSite) {
  return site.read('select kind, text, count from insights order by text');
}

test('searches without results are counted anonymously and survive a restart', async () => {
  const first = await serveForms({ DATA_DIR: dataDir });
  const found = await search(first, 'soil');
  const totals = await Promise.all([
    search(first, `${nonsense}?`),
    search(first, nonsense.toUpperCase()),
    search(first, nonsense, { type: 'news' }),
    search(first, nonsense, { offset: '10' }),
    search(first, `${nonsense} zzqprivate@vxqzj.zzq`),
    search(first, 'LK739182'),
    search(first, `${nonsense} 07700900123`),
  ]);
  const page = await fetch(`${first.origin}/search?q=${encodeURIComponent(nonsense)}`, { headers });
  await page.text();

  expect(await first.stop()).toBe(0);

  expect(found).toBeGreaterThan(0);
  expect(totals).toEqual(totals.map(() => 0));
  expect(page.status).toBe(200);
  expect(await counts(first)).toEqual([{ kind: 'search', text: nonsense, count: 5 }]);
  const stored = readdirSync(dataDir).map((name) =>
    readFileSync(join(dataDir, name), 'latin1').toLowerCase(),
  );
  for (const trace of ['zzqprivate', 'vxqzj', '739182', '07700', '900123', '127.0.0.1']) {
    expect(
      stored.some((bytes) => bytes.includes(trace)),
      trace,
    ).toBe(false);
  }

  const second = await serveForms({ DATA_DIR: dataDir });
  await search(second, nonsense);
  await second.stop();

  expect(await counts(second)).toEqual([{ kind: 'search', text: nonsense, count: 6 }]);
  expect(first.output() + second.output()).not.toContain('xyzzy');
});
