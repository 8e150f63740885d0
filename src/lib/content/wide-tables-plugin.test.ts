import { markdownToHtml, mdxToJs } from 'satteri';
import { expect, test } from 'vitest';
import { wideTables } from './wide-tables-plugin.ts';

const htmlOf = (markdown: string) => markdownToHtml(markdown, { hastPlugins: [wideTables()] }).html;

test('wraps a table with long words in a focusable box that is labelled with its columns', () => {
  const html = htmlOf('| Extension | Assessment | Registrar |\n| --- | --- | --- |\n| a | b | c |');

  expect(html).toMatch(/^<div [^>]*class="table-scroll"[^>]*><table>/);
  expect(html).toContain('tabindex="0"');
  expect(html).toContain('aria-label="Extension, Assessment, Registrar"');
});

test('does not wrap a table that fits every phone', () => {
  const html = htmlOf('| Day | What |\n| --- | --- |\n| 3 May | The first day of a long, long term |');

  expect(html).toMatch(/^<table>/);
});

test('wraps a table of components, because their output may be wide', () => {
  const mdx = '| Term | Opens | Ends |\n| --- | --- | --- |\n| <A /> | <A /> | <A /> |';

  const { code } = mdxToJs(mdx, { hastPlugins: [wideTables()] });

  expect(code).toContain('table-scroll');
});
