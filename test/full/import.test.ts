import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { copyBuild } from '#test/copied-build.ts';
import { serveSite } from '#test/served-site.ts';
import { smallBuild } from '#test/small-build.ts';
import { generateExport, writeUploads } from '#test/wordpress-export.ts';

// Takes half a minute: it runs the command on 1,000 pages, publishes them, and asks a server for every old address.
test('1,000 pages of WordPress are imported within two minutes, and the server answers all their old addresses', async () => {
  const { xml, pages } = generateExport(1_000, 7);
  const source = mkdtempSync(join(tmpdir(), 'export-'));
  writeFileSync(join(source, 'export.xml'), xml);
  writeUploads(join(source, 'uploads'), xml);
  const build = copyBuild(await smallBuild());
  onTestFinished(() => build.remove());
  const args = [
    'wordpress',
    join(source, 'export.xml'),
    dirname(build.contentDir),
    '--uploads',
    join(source, 'uploads'),
  ];

  const started = performance.now();
  const printed = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/import.ts', ...args],
    { encoding: 'utf8' },
  );
  const seconds = (performance.now() - started) / 1_000;

  expect(seconds).toBeLessThan(120);
  expect(printed).toMatch(/1000 pages: 1000 new/);
  const [, valid = '0'] = /(\d+) of 1000 are valid/.exec(printed) ?? [];
  expect(Number(valid)).toBeGreaterThanOrEqual(980);
  const [, kept = '0'] = /([\d.]+) % of \d+ words/.exec(printed) ?? [];
  expect(Number(kept)).toBeGreaterThanOrEqual(99);

  const publisher = await openSitePublisher(build.dist);
  await publisher.publishFolder(new Date());
  const site = await serveSite(build.dist);
  onTestFinished(async () => {
    await site.stop();
  });
  const wrong: [string, number][] = [];
  for (const { link } of pages.filter(({ status }) => status === 'publish')) {
    const path = new URL(link).pathname;
    const { status } = await fetch(site.origin + path, { redirect: 'manual' });
    const { status: last } = await fetch(site.origin + path);
    if (!(status === 200 || status === 308) || last !== 200) wrong.push([path, status]);
  }
  expect(wrong).toEqual([]);
});
