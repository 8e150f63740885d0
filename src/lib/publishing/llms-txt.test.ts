import { expect, test } from 'vitest';
import { writeLlmsTxt } from './llms-txt.ts';
import type { PublishedPage } from '#lib/content/manifest.ts';

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

test('it has a title, a summary and each page’s twin in its section', () => {
  const { files, text } = write([page('/a', { type: 'course' }), page('/b')]);

  expect(files).toHaveLength(1);
  expect(text).toMatch(/^# Institute\n\n> Teaches things\.\n/);
  expect(text).toContain(
    '## Courses\n\n- [Title of /a](https://example.org/a.md): A page about something.\n',
  );
  expect(text).toContain('(https://example.org/b.md)');
});

test('it stays below 50,000 characters by leaving notes out', () => {
  const pages = Array.from({ length: 400 }, (_, number) =>
    page(`/page-${number}`, { description: 'x'.repeat(100) }),
  );

  const { files, text } = write(pages);

  expect(files).toHaveLength(1);
  expect(text.length).toBeLessThan(50_000);
  expect(text.match(/\.md\)/g)).toHaveLength(400);
});

test('ten thousand pages are listed in files by section, each short enough, none of them twice', () => {
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

test('brackets in a title do not break a link', () => {
  const { text } = write([page('/a', { title: 'Form [B]\n2' })]);

  expect(text).toContain('[Form \\[B\\] 2](https://example.org/a.md)');
});
