import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';
import { htmlOfBlocks } from './unsafe-html.fixture.ts';

const htmlOf = async (markdown: string) =>
  htmlOfBlocks((await readDocument(markdown, { file: 'page.mdx' })).blocks);

test('a table with long words gets a scrollable, focusable box, labelled with its columns', async () => {
  const html = await htmlOf('| Extension | Assessment | Registrar |\n| --- | --- | --- |\n| a | b | c |');

  expect(html).toMatch(
    /^<div class="table-scroll" role="group" aria-label="Extension, Assessment, Registrar" tabindex="0"><table>/,
  );
});

test('a table that fits the narrowest phone gets no box', async () => {
  const html = await htmlOf('| Day | What |\n| --- | --- |\n| 3 May | The first day of a long, long term |');

  expect(html).toMatch(/^<table>/);
});

test('components in a table count as wide text', async () => {
  const html = await htmlOf('| Term | Opens | Ends |\n| --- | --- | --- |\n| <A /> | <A /> | <A /> |');

  expect(html).toContain('table-scroll');
});
