import { markdownToHtml, mdxToJs } from 'satteri';
import { expect, test } from 'vitest';
import { wideTables } from './wide-tables-plugin.ts';

const htmlOf = (markdown: string) => markdownToHtml(markdown, { hastPlugins: [wideTables()] }).html;

test('a table with long words stands in a box that the keyboard can scroll, named after its columns', () => {
  const html = htmlOf('| Extension | Assessment | Registrar |\n| --- | --- | --- |\n| a | b | c |');

  expect(html).toMatch(/^<div [^>]*class="table-scroll"[^>]*><table>/);
  expect(html).toContain('tabindex="0"');
  expect(html).toContain('aria-label="Extension, Assessment, Registrar"');
});

test('a table that fits every phone is no stop for the keyboard', () => {
  const html = htmlOf('| Day | What |\n| --- | --- |\n| 3 May | The first day of a long, long term |');

  expect(html).toMatch(/^<table>/);
});

test('a table of components may be as wide as what they write', () => {
  const mdx = '| Term | Opens | Ends |\n| --- | --- | --- |\n| <A /> | <A /> | <A /> |';

  const { code } = mdxToJs(mdx, { hastPlugins: [wideTables()] });

  expect(code).toContain('table-scroll');
});
