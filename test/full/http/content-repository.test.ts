import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { git } from '#test/content-repository.ts';
import { badNames, namedBadly } from '#test/bad-names.ts';
import { serveRepository, signHook } from '#test/repository-site.ts';
import { serveSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const course = 'courses/soil-science.mdx';
const address = '/courses/soil-science';
const served = useShared(() => serveRepository({}, { isSmall: true }));

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 180_000, interval: 50 });

function pushSentence(sentence: string): string {
  const text = served.pushed.git('show', `origin/main:${course}`);
  return served.pushed.push({ [course]: `${text}\n\n${sentence}\n` });
}

const shows = async (path: string, sentence: string) => (await served.text(path)).includes(sentence);

const exported = () => readlinkSync(join(served.folder.dataDir, 'content/current'));

async function errorOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as { error: { code: string } }).error.code}`;
}

test('a push goes live after a signed webhook, and stays live after a restart', async () => {
  const first = pushSentence('Pushed by a developer.');

  const response = await served.callHook('{"ref":"refs/heads/main"}');

  expect([response.status, await response.json()]).toEqual([202, { status: 'accepted' }]);
  await eventually(async () => expect(await shows(address, 'Pushed by a developer.')).toBe(true));
  expect(exported()).toBe(first);
  await served.site.stop();
  const second = pushSentence('Pushed during the restart.');
  await served.start();
  await eventually(async () => expect(await shows(address, 'Pushed during the restart.')).toBe(true));
  expect(exported()).toBe(second);
  expect(served.site.troubles()).toEqual([]);
});

test('a commit that another instance fetched, but did not export before it stopped, goes live', async () => {
  pushSentence('Published before.');
  await served.callHook();
  await eventually(async () => expect(await shows(address, 'Published before.')).toBe(true));
  pushSentence('Fetched by another instance.');
  const clone = join(served.folder.dataDir, 'content.git');
  git(clone, 'fetch', '--quiet', served.pushed.origin, '+refs/heads/main:refs/heads/main');

  await served.callHook();

  await eventually(async () => expect(await shows(address, 'Fetched by another instance.')).toBe(true));
}, 400_000);

const newsWith = (title: string, picture: string) =>
  `---\ntitle: ${title}\nsummary: How water moves here.\ndate: 2026-01-05\nauthor: ines-calder\n---\n\n![Water over a weir](./${picture})\n`;

test('pushed drawings are served without code; a refused drawing or a hidden character affects only its text', async () => {
  const drawing = (inner: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg" width="8" height="8"${attributes}>${inner}</svg>`;
  served.pushed.push({
    'news/kept.mdx': newsWith('Kept', 'kept.svg'),
    'news/kept.svg': drawing('<path d="M0 0h8"/>', ' onload="steal()"'),
    'news/refused.mdx': newsWith('Refused', 'refused.svg'),
    'news/refused.svg': drawing('<x:script>steal()</x:script>'),
    'news/hidden.mdx': newsWith(String.raw`"Works\x0dBEGIN:VALARM\u202e"`, 'kept.svg'),
  });

  await served.callHook();

  await eventually(async () => expect(await shows('/news/kept', '/_astro/kept.')).toBe(true));
  const [, name] = /(\/_astro\/kept\.[^"#]+\.svg)/.exec(await served.text('/news/kept')) ?? [];
  const response = await fetch(`${served.site.origin}${name}`);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8"/></svg>',
  );
  const refused = ['refused', 'hidden'].map((name) => fetch(`${served.site.origin}/news/${name}`));
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404]);
  await eventually(() => expect(JSON.stringify(served.site.troubles())).toContain('files with errors'));
});

test('pushed files with bad names are listed in the log, and everything else is published, also after a restart', async () => {
  const bad = Object.fromEntries(badNames.map((name) => [name, namedBadly]));
  const alias = namedBadly.replace('title', 'aliases: [/staff/registrations/R-1]\ntitle');
  const good = namedBadly.replace('Badly named', 'Fine').replace('Text.', 'This one is fine.');
  served.pushed.push({ ...bad, 'pages/alias.mdx': alias, 'pages/fine.mdx': good });

  await served.callHook();

  await eventually(async () => expect(await shows('/fine', 'This one is fine.')).toBe(true));
  await eventually(() => expect(served.site.output()).toContain('pages/llms.txt.mdx'));
  const files = ['llms.txt', 'robots.txt', 'courses/find', 'api', 'about', 'staff/registrations/R-1'];
  const read = () => Promise.all(files.map((path) => served.text(`/${path}`)));
  const pages = await read();
  expect(pages.filter((text) => text.includes('Badly named'))).toEqual([]);
  await served.site.stop();
  await served.start();
  expect(await shows('/fine', 'This one is fine.')).toBe(true);
  const [map, robots] = await read();
  expect(map).toMatch(/^# Larkmoor/);
  expect(robots).toBe(pages[1]);
  const removed = [...badNames, 'pages/alias.mdx'].map((name) => [name, null]);
  served.pushed.push(Object.fromEntries(removed) as Record<string, null>);
});

test.each([
  ['no signature', { 'X-Hub-Signature-256': '' }],
  ['a signature with another secret', { 'X-Hub-Signature-256': signHook('{}', 'other') }],
  ['a signature of another body', { 'X-Hub-Signature-256': signHook('{ }') }],
])('POST /api/content-hook with %s returns 401', async (_, headers) => {
  const response = await served.callHook('{}', headers);

  expect(await errorOf(response)).toBe('401 UNAUTHORIZED');
});

test('POST /api/content-hook accepts bodies of any type and of up to 1 MiB', async () => {
  const form = await served.callHook('payload=%7B%7D', {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  const largest = await served.callHook('x'.repeat(1024 * 1024));
  const tooLarge = await served.callHook('x'.repeat(1024 * 1024 + 1));

  expect([form.status, largest.status]).toEqual([202, 202]);
  expect(await errorOf(tooLarge)).toBe('413 PAYLOAD_TOO_LARGE');
});

test('other methods of /api/content-hook return 405', async () => {
  const response = await fetch(`${served.site.origin}/api/content-hook`);

  expect([response.headers.get('allow'), await errorOf(response)]).toEqual([
    'POST, OPTIONS',
    '405 METHOD_NOT_ALLOWED',
  ]);
});

test('without a secret or without a repository /api/content-hook is an unknown address', async () => {
  const plain = await serveSite('dist', { CONTENT_REPO: '', DATA_DIR: join(served.folder.dataDir, 'plain') });
  const ask = (method: string) => fetch(`${plain.origin}/api/content-hook`, { method });

  const responses = await Promise.all(['GET', 'POST', 'OPTIONS'].map(ask));
  await plain.stop();

  expect(await Promise.all(responses.map(errorOf))).toEqual(Array(3).fill('404 NOT_FOUND'));
});

test('an empty repository is reported, and the site continues to serve its last content', async () => {
  await served.site.stop();
  served.pushed.git('-C', served.pushed.folder, 'init', '--quiet', '--bare', 'elsewhere.git');

  await served.start({ CONTENT_REPO: join(served.pushed.folder, 'elsewhere.git') });

  expect(await shows(address, 'Soil Science')).toBe(true);
  await eventually(() =>
    expect(served.site.troubles()).toContainEqual(
      expect.objectContaining({ msg: 'the repository has no branch main: push the content to it' }),
    ),
  );
});
