import { chromium } from '@playwright/test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import acceptTable from '#test/data/accept.json' with { type: 'json' };
import { componentNames } from '#lib/content/components.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { chromiumPath } from '#test/chromium.ts';
import { getWithAccept } from '#test/get-with-accept.ts';
import { startPreview, type Preview } from '#test/preview-site.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'dev-content-'));
let preview: Preview;
let origin: string;

beforeAll(async () => {
  cpSync('src/content', contentDir, { recursive: true });
  const summary = 'summary: A page on which something is wrong.';
  writeFileSync(join(contentDir, 'pages/misfit.mdx'), `---\ntitle: Misfit\n${summary}\norder: 1\n---\n`);
  const moved = `---\ntitle: Stray\n${summary}\naliases: [/astray]\n---\n`;
  writeFileSync(join(contentDir, 'pages/stray.mdx'), `${moved}\nA { stray.\n`);
  preview = await startPreview(contentDir);
  ({ origin } = preview);
}, 60_000);

afterAll(async () => {
  await preview.stop();
  rmSync(contentDir, { recursive: true });
});

test('a new preview serves pages on demand before the first search', async () => {
  const answers = await Promise.all(
    ['/register', '/apply', '/enquire', '/ask', '/staff', '/openapi.json', '/api/health'].map((path) =>
      fetch(origin + path),
    ),
  );
  const found = await fetch(`${origin}/api/search?q=register&limit=50`);

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { results } = (await found.json()) as { results: { url: string }[] };
  expect(results.map(({ url }) => new URL(url).pathname)).not.toContain('/register');
}, 60_000);

test('a preview answers Accept headers like production', async () => {
  for (const path of ['/', '/courses/soil-science', '/search']) {
    for (const { accept, answer } of acceptTable.cases) {
      const { status, headers } = await getWithAccept(origin, path, accept);
      const isMarkdown = headers['content-type']?.startsWith('text/markdown');
      const kind = status === 406 ? 'none' : isMarkdown ? 'markdown' : 'html';

      expect(kind, `${path} with ${String(accept)}`).toBe(answer);
      expect(headers.vary).toMatch(/\bAccept\b/);
    }
  }
}, 60_000);

test('a preview has twins at their own addresses, redirects and the 404 page', async () => {
  const twin = await getWithAccept(origin, '/courses/soil-science.md', 'text/html');
  const slash = await getWithAccept(origin, '/courses/?a=b', 'text/html');
  const missing = await getWithAccept(origin, '/nowhere', 'text/markdown');

  expect(twin.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(twin.body).toContain('# Soil Science');
  expect([slash.status, slash.headers['location']]).toEqual([308, '/courses?a=b']);
  expect(missing.status).toBe(404);
  expect(missing.headers['content-type']).toMatch(/^text\/markdown/);
});

test('a preview searches the current pages', async () => {
  const { status, body } = await getWithAccept(origin, '/api/search?q=hydrolgy', null);

  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ correction: 'hydrology' });
}, 60_000);

test('a preview serves MCP with the current pages, and the server card', async () => {
  const call = async (name: string, given: Record<string, unknown>) => {
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    });
    return response.text();
  };

  const found = await call('search', { query: 'soil' });
  const read = await call('read_page', { url: '/courses/soil-science' });
  const card = await fetch(`${origin}/mcp/server-card`);

  expect(found).toContain('/courses/soil-science');
  expect(read).toContain('# Soil Science');
  expect(await card.json()).toHaveProperty('serverInfo');
}, 60_000);

test('a preview serves every discovery document', async () => {
  const skill = { path: '/.well-known/agent-skills/read-the-handbook/SKILL.md', type: 'text/markdown' };
  for (const { path, type } of [...Object.values(documents), skill]) {
    const { status, headers, body } = await getWithAccept(origin, path, '*/*');

    expect([path, status]).toEqual([path, 200]);
    expect(headers['content-type'], path).toContain(type.split(';')[0]);
    expect(body.length, path).toBeGreaterThan(20);
  }
}, 60_000);

test('a preview starts despite invalid files, and its pages show the problems', async () => {
  const problems = await getWithAccept(origin, '/@lectern/problems', null);
  const misfit = await getWithAccept(origin, '/misfit', 'text/html');
  const stray = await getWithAccept(origin, '/stray', 'text/html');
  const home = await getWithAccept(origin, '/', 'text/html');
  const twin = await getWithAccept(origin, '/', 'text/markdown');

  expect(JSON.parse(problems.body)).toEqual([
    expect.objectContaining({ address: '/misfit', line: 4, severity: 'fatal' }),
    expect.objectContaining({ address: '/stray', line: 7, severity: 'fatal' }),
  ]);
  expect([misfit.status, stray.status, home.status]).toEqual([404, 404, 200]);
  for (const { body } of [misfit, stray]) expect(body).toContain('This page can’t be shown yet');
  for (const { body } of [misfit, stray, home]) expect(body).toContain('/problem-banner.ts');
  expect(twin.body).not.toContain('problem-banner');
}, 60_000);

test('a preview redirects from a former address', async () => {
  const { status, headers } = await getWithAccept(origin, '/astray.md', null);

  expect([status, headers['location']]).toEqual([308, '/stray.md']);
});

test('a preview shows every component, with the MDX to copy', async () => {
  const { status, body } = await getWithAccept(origin, '/_gallery', 'text/html');

  expect(status).toBe(200);
  for (const name of componentNames) expect(body).toContain(`&lt;${name}`);
  expect(body).toMatch(/<figure>.*<img [^>]*alt="Two students at a workbench"/s);
}, 60_000);

const head = '---\ntitle: Trial\nsummary: A page on which an editor tries what goes wrong.\n';
const wrong = (text: string) => `${head}---\n\n${text}\n`;

/** The ten most common mistakes: the file, its text, and parts of the reported problem. */
const mistakes: readonly (readonly [file: string, text: string, line: number, part: string, fix: string])[] =
  [
    ['pages/m-field.mdx', '---\ntitle: Trial\n---\n', 1, '"summary" is missing', 'add it'],
    ['news/m-date.mdx', `${head}date: 31/12/2026\n---\n`, 4, 'is not a date', '2027-01-11'],
    ['pages/m-code.mdx', wrong('<Fee course="SOIL219" />'), 6, 'no course "SOIL219"', 'did you mean'],
    ['pages/m-open.mdx', wrong('<Callout>\n\nText.'), 6, '<Callout> is not closed', 'write </Callout>'],
    ['pages/m-less.mdx', wrong('Under <5 mm.'), 6, 'a < in the text', 'write &lt;'],
    ['pages/m-brace.mdx', wrong('A { alone.'), 6, 'a { in the text', 'write \\{'],
    ['pages/m-name.mdx', wrong('<Calout>\n\nText.\n\n</Calout>'), 6, 'no component <Calout>', 'Callout?'],
    [
      'pages/m-word.mdx',
      wrong('<Callout kind="tip">\n\nText.\n\n</Callout>'),
      6,
      'has no attribute kind',
      'use one of',
    ],
    ['pages/courses.mdx', wrong('Text.'), 1, 'the address /courses is already used', 'rename this file'],
    [
      'news/m-image.mdx',
      `${head}date: 2026-01-05\n---\n\n![A weir](./weir.jpg)\n`,
      7,
      'no image',
      'put the file',
    ],
  ];

test('a preview reports the ten most common mistakes when they are saved, and drops them when they are fixed', async () => {
  for (const [file, text] of mistakes) {
    mkdirSync(dirname(join(contentDir, file)), { recursive: true });
    writeFileSync(join(contentDir, file), text);
  }
  const reported = await problemsWhen((problems) => mistakes.every(([file]) => problems.some(isIn(file))));
  for (const [file] of mistakes) rmSync(join(contentDir, file));
  const left = await problemsWhen((problems) => !mistakes.some(([file]) => problems.some(isIn(file))));

  for (const [file, , line, part, fix] of mistakes) {
    expect(reported.filter(isIn(file))).toEqual([
      expect.objectContaining({
        line,
        message: expect.stringContaining(part) as string,
        fix: expect.stringContaining(fix) as string,
      }),
    ]);
  }
  expect(left).toHaveLength(2);
}, 60_000);

test('an open page shows a problem when it is saved and removes it when it is fixed', async () => {
  const file = join(contentDir, 'pages/open.mdx');
  for (const name of ['pages/misfit.mdx', 'pages/stray.mdx']) rmSync(join(contentDir, name));
  writeFileSync(file, wrong('Text.'));
  await problemsWhen((problems) => problems.length === 0);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/open`);
    const problem = page.getByRole('status', { name: 'Problems in the content' });

    writeFileSync(file, wrong('A { alone.'));
    await problem.waitFor();
    const shown = await problem.textContent();
    writeFileSync(file, wrong('All is well.'));
    await page.getByText('All is well.').waitFor();
    await problem.waitFor({ state: 'detached' });

    expect(shown).toContain('pages/open.mdx:6');
    expect(shown).toContain('Write \\{');
  } finally {
    await browser.close();
  }
}, 60_000);

type Problem = { file: string; line: number; message: string; fix: string };

function isIn(name: string): (problem: Problem) => boolean {
  return ({ file }) => file.endsWith(name);
}

/** Polls the preview's problems until the condition holds. */
async function problemsWhen(isExpected: (problems: Problem[]) => boolean): Promise<Problem[]> {
  for (;;) {
    const problems = (await (await fetch(`${origin}/@lectern/problems`)).json()) as Problem[];
    if (isExpected(problems)) return problems;
    await new Promise((done) => setTimeout(done, 100));
  }
}

test('a preview sends Server-Timing for both variants of a page', async () => {
  const page = await getWithAccept(origin, '/courses/soil-science', 'text/html');
  const twin = await getWithAccept(origin, '/courses/soil-science', 'text/markdown');
  const found = await getWithAccept(origin, '/search?q=meadow', 'text/html');

  expect(page.headers['server-timing']).toMatch(/^render;dur=\d+\.\d$/);
  expect(twin.headers['server-timing']).toMatch(/^render;dur=\d+\.\d$/);
  expect(found.headers['server-timing']).toMatch(
    /^publish;dur=[\d.]+, search;dur=[\d.]+, render;dur=[\d.]+$/,
  );
}, 60_000);
