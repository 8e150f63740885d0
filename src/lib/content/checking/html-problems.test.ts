import { markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { attackSnippets, mdxAttackSnippets } from '#lib/content/documents/attack-snippets.fixture.ts';
import { findUnsafeHtml } from '#lib/content/documents/unsafe-html.fixture.ts';
import { findComponentProblems } from './component-problems.ts';
import { findHtmlProblems } from './html-problems.ts';
import { readOutline } from './outline.ts';

function check(body: string, isMdx = false) {
  const { outline, findings } = readOutline(body, isMdx);
  return [...findings, ...findComponentProblems(outline), ...findHtmlProblems(outline)];
}

test('reports the line of each tag, attribute and address that is removed', () => {
  const body =
    'Words.\n\n<p\n  onclick="run()">words</p>\n\n<script>run()</script>\n\n[words](javascript:run()) <b class="x">words</b>';

  expect(check(body).map(({ line, message, severity }) => [line, severity, message])).toEqual([
    [3, 'error', 'onclick of <p> is program code'],
    [6, 'error', '<script> is not allowed in content'],
    [8, 'warning', 'class of <b> is left out of the page'],
    [8, 'error', 'a link may not begin with javascript:'],
  ]);
});

test('reports nothing in Markdown and allowed HTML', () => {
  const body =
    '| a |\n| -: |\n| 1 |\n\n- [ ] task\n\n<details open><summary>More</summary>Words<sup>2</sup></details>\n\n[a](mailto:a@b.example)';

  expect(check(body)).toEqual([]);
});

test('reports every attack that the Markdown engine does not remove', () => {
  const unsafe = attackSnippets.filter((snippet) => findUnsafeHtml(markdownToHtml(snippet).html).length > 0);

  expect(unsafe.length).toBeGreaterThan(80);
  expect(unsafe.filter((snippet) => check(snippet).length === 0)).toEqual([]);
});

test('reports every attack in MDX', () => {
  expect(mdxAttackSnippets.filter((snippet) => check(snippet, true).length === 0)).toEqual([]);
});
