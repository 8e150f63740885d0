import { expect, test } from 'vitest';
import type { PublishedPage } from '#lib/build-format/manifest.ts';
import { writeLlmsFull, writeLlmsTxt } from './llms.ts';

const institute = { name: 'Institute', description: 'Teaches things.' };
const siteUrl = 'https://example.org';

type Listed = Pick<PublishedPage, 'type' | 'title' | 'description' | 'markdownPath'>;

function page(path: string, changes: Partial<Listed> = {}): Listed {
  const title = `Title of ${path}`;
  return {
    type: 'page',
    title,
    description: 'A page about something.',
    markdownPath: `${path}.md`,
    ...changes,
  };
}

function write(pages: readonly Listed[]) {
  const files = writeLlmsTxt(pages, siteUrl, institute);
  return { files, text: files[0]?.text ?? '' };
}

test('llms.txt has a title, a summary and each page’s twin in its section', () => {
  const { files, text } = write([page('/a', { type: 'course' }), page('/b')]);

  expect(files).toHaveLength(1);
  expect(text).toMatch(/^# Institute\n\n> Teaches things\.\n/);
  expect(text).toContain(
    '## Courses\n\n- [Title of /a](https://example.org/a.md): A page about something.\n',
  );
  expect(text).toContain('(https://example.org/b.md)');
});

test('llms.txt leaves notes out to stay below 50,000 characters', () => {
  const pages = Array.from({ length: 400 }, (_, number) =>
    page(`/page-${number}`, { description: 'x'.repeat(100) }),
  );

  const { files, text } = write(pages);

  expect(files).toHaveLength(1);
  expect(text.length).toBeLessThan(50_000);
  expect(text.match(/\.md\)/g)).toHaveLength(400);
});

test('llms.txt lists each of ten thousand pages once, in files by section of less than 50,000 characters', () => {
  const pages = Array.from({ length: 10_000 }, (_, number) =>
    page(`/handbook/page-${number}`, { type: number % 10 === 0 ? 'news' : 'handbook' }),
  );

  const { files, text } = write(pages);

  const parts = [...text.matchAll(/\]\((\S+llms\S*\.txt)\)/g)].map(([, url]) => url);
  expect(parts).toEqual(files.slice(1).map(({ path }) => siteUrl + path));
  const listed = files.flatMap((file) => file.text.match(/\/handbook\/page-\d+\.md\)/g) ?? []);
  expect([listed.length, new Set(listed).size]).toEqual([10_000, 10_000]);
  expect(Math.max(...files.map((file) => file.text.length))).toBeLessThan(50_000);
});

test('llms.txt escapes brackets in link titles', () => {
  const { text } = write([page('/a', { title: 'Form [B]\n2' })]);

  expect(text).toContain('[Form \\[B\\] 2](https://example.org/a.md)');
});

const front =
  '---\ntitle: "A"\n---\n\n> All pages of this site, as Markdown: <https://example.org/llms.txt>\n\n';

function withTwin(path: string, text: string, type: 'course' | 'page' = 'page') {
  const title = `Title of ${path}`;
  return { path, markdownPath: `${path}.md`, type, title, twin: `${front}# ${title}\n\n${text}\n` };
}

test('llms-full.txt contains every page of a small site with its address, without the lines that are in every twin', () => {
  const files = writeLlmsFull([withTwin('/a', 'First.'), withTwin('/b', 'Second.')], siteUrl, institute);

  expect(files).toEqual([
    {
      path: '/llms-full.txt',
      text: `# Institute

> Teaches things.

Page: https://example.org/a

# Title of /a

First.

Page: https://example.org/b

# Title of /b

Second.
`,
    },
  ]);
});

test('llms-full.txt of a large site links to files by section, each of less than 50,000 characters', () => {
  const pages = Array.from({ length: 40 }, (_, number) =>
    withTwin(`/p${number}`, `Text ${number}. ${'x '.repeat(3_000)}`, number < 20 ? 'course' : 'page'),
  );

  const [index, ...parts] = writeLlmsFull(pages, siteUrl, institute);

  const linked = [...(index?.text ?? '').matchAll(/\]\((\S+)\)/g)].map(([, url]) => url);
  expect(linked).toEqual(parts.map(({ path }) => `https://example.org${path}`));
  expect(parts.map(({ path }) => path)).toContain('/courses/llms-full-2.txt');
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThan(50_000);
  for (const number of pages.keys()) {
    expect(parts.filter(({ text }) => text.includes(`Text ${number}.`))).toHaveLength(1);
  }
});

test('llms-full.txt links to the twin of a page that is too long for a file', () => {
  const files = writeLlmsFull([withTwin('/long', 'x '.repeat(40_000))], siteUrl, institute);

  const text = files.map((file) => file.text).join('');
  expect(text.length).toBeLessThan(50_000);
  expect(text).toContain('https://example.org/long.md');
});
