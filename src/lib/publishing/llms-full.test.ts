import { expect, test } from 'vitest';
import { writeLlmsFull } from './llms-full.ts';

const institute = { name: 'Institute', description: 'Teaches things.' };
const front =
  '---\ntitle: "A"\n---\n\n> All pages of this site, as Markdown: <https://example.org/llms.txt>\n\n';

function page(path: string, text: string, type: 'course' | 'page' = 'page') {
  const title = `Title of ${path}`;
  return { path, markdownPath: `${path}.md`, type, title, twin: `${front}# ${title}\n\n${text}\n` };
}

test('a small site is one file with every page and its address, without what is said again and again', () => {
  const files = writeLlmsFull(
    [page('/a', 'First.'), page('/b', 'Second.')],
    'https://example.org',
    institute,
  );

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

test('a large site is split by section, and each file is short enough', () => {
  const pages = Array.from({ length: 40 }, (_, number) =>
    page(`/p${number}`, `Text ${number}. ${'x '.repeat(3_000)}`, number < 20 ? 'course' : 'page'),
  );

  const [index, ...parts] = writeLlmsFull(pages, 'https://example.org', institute);

  const linked = [...(index?.text ?? '').matchAll(/\]\((\S+)\)/g)].map(([, url]) => url);
  expect(linked).toEqual(parts.map(({ path }) => `https://example.org${path}`));
  expect(parts.map(({ path }) => path)).toContain('/courses/llms-full-2.txt');
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThan(50_000);
  for (const number of pages.keys()) {
    expect(parts.filter(({ text }) => text.includes(`Text ${number}.`))).toHaveLength(1);
  }
});

test('a page that is too long for any file is named with its address', () => {
  const files = writeLlmsFull([page('/long', 'x '.repeat(40_000))], 'https://example.org', institute);

  const text = files.map((file) => file.text).join('');
  expect(text.length).toBeLessThan(50_000);
  expect(text).toContain('https://example.org/long.md');
});
