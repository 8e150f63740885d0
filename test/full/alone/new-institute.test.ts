import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkBuild } from '#app/publisher/link-build.ts';
import { wordsOfSample } from '#test/sample-words.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';

// Serves another institute with the build of the sample: a server publishes the folder of its institute at the start.
let folder = '';
let dist = '';
let site: ServedSite;
const lectern = ['--disable-warning=ExperimentalWarning', '--import', './src/command/require-institute.ts'];
const answers = [
  ['--name', 'Harbourside School of Boatbuilding'],
  ['--place', 'Lower Quay 4, Cuxhaven, Lower Saxony, 27472, DE'],
  ['--email', 'hello@harbourside.example'],
  ['--telephone', '+49 4721 555 010'],
  ['--person', 'Ada Wren'],
  ['--subjects', 'Boatbuilding, Sailmaking'],
  ['--locale', 'en-DE'],
  ['--colour', '#0b2545, #e07a1f'],
].flat();

beforeAll(async () => {
  folder = makeFolder();
  const made = join(folder, 'site');
  execFileSync(process.execPath, [...lectern, 'src/command/new-institute.ts', made, ...answers], {
    stdio: 'pipe',
  });
  dist = mkdtempSync('.cache/institute-');
  linkBuild('dist', dist);
  const settings = { INSTITUTE_DIR: made, DATA_DIR: join(folder, 'data'), PUBLISHER: 'on' };
  site = await serveSite(dist, settings, { asProcess: true });
});

afterAll(async () => {
  await site.stop();
  for (const made of [folder, dist]) rmSync(made, { recursive: true, force: true });
});

const starts = [
  '/',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap-index.xml',
  '/openapi.json',
  '/search?q=boats',
  '/search?q=qqqzzz',
  '/nowhere',
  '/api/search',
  '/api/nowhere',
  '/api/health',
  '/courses/find',
  '/courses/compare',
  '/programs/compare',
  '/register',
  '/apply',
  '/enquire',
  '/newsletter',
  '/ask',
  '/staff',
  '/developers/reference',
  '/icon.svg',
  '/calendar.ics',
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
];
const link =
  /(?:href|src)="(\/[^"#]*)|\]\((?:https?:\/\/[^/)\s]+)?(\/[^)#\s]*)|"(?:url|path)": ?"(?:https?:\/\/[^/"]+)?(\/[^"#]*)/g;

/** The texts of all addresses that links lead to, by address, each as HTML and as Markdown. */
async function crawl(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const queue = [...starts];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (texts.has(path) || /\.(?:woff2|webp|avif|jpe?g|png|js|css)$/.test(path)) continue;
    const answers = await Promise.all(
      ['text/html', 'text/markdown'].map((accept) => fetch(site.origin + path, { headers: { accept } })),
    );
    const text = (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
    texts.set(path, text);
    queue.push(
      ...[...text.matchAll(link)].map(([, ...found]) => (found.find(Boolean) ?? '').replaceAll('&amp;', '&')),
    );
  }
  return texts;
}

test('a new institute has its own pages, without any word of the sample', { timeout: 120_000 }, async () => {
  const texts = await crawl();
  const words = wordsOfSample();

  const found = [...texts].flatMap(([path, text]) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${path}: ${word}`),
  );

  expect(words.length).toBeGreaterThan(60);
  expect(texts.size).toBeGreaterThan(60);
  expect(found).toEqual([]);
  expect(texts.get('/')).toContain('Learn boatbuilding and sailmaking in Cuxhaven.');
  expect(texts.get('/courses/introduction-to-boatbuilding')).toContain('€400');
});

test('the tools of the MCP server name the new institute, without any word of the sample', async () => {
  const response = await fetch(`${site.origin}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });

  const text = await response.text();
  expect(text).toContain('Harbourside');
  expect(wordsOfSample().filter((word) => text.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
});

test('the content check of a new institute reports only the notes of the templates', () => {
  const made = join(folder, 'site');
  // It exits with 0: the notes are warnings, with which the site can go online.
  const output = execFileSync(process.execPath, [...lectern, 'src/command/check-content.ts'], {
    env: { ...process.env, INSTITUTE_DIR: made },
    encoding: 'utf8',
  });
  const problems = output.split('\n').filter((line) => line.includes('/site/'));

  expect(problems.length).toBeGreaterThan(8);
  expect(problems.filter((line) => !/warning: .*is a note of the template/.test(line))).toEqual([]);
});
