import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';
import { htmlOfBlocks } from './unsafe-html.fixture.ts';

const htmlOf = async (markdown: string) =>
  htmlOfBlocks((await readDocument(markdown, { file: 'page.mdx' })).blocks);

test('a table with long words stands in a box that the keyboard can scroll, named after its columns', async () => {
  const html = await htmlOf('| Extension | Assessment | Registrar |\n| --- | --- | --- |\n| a | b | c |');

  expect(html).toMatch(
    /^<div class="table-scroll" role="group" aria-label="Extension, Assessment, Registrar" tabindex="0"><table>/,
  );
});

test('a table that fits every phone is no stop for the keyboard', async () => {
  const html = await htmlOf('| Day | What |\n| --- | --- |\n| 3 May | The first day of a long, long term |');

  expect(html).toMatch(/^<table>/);
});

test('a table of components may be as wide as what they write', async () => {
  const html = await htmlOf('| Term | Opens | Ends |\n| --- | --- | --- |\n| <A /> | <A /> | <A /> |');

  expect(html).toContain('table-scroll');
});
