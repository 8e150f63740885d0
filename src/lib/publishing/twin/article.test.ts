import { expect, test } from 'vitest';
import { readContent } from './article.ts';
import { toMarkdown } from './markdown.ts';

const location = { origin: 'https://larkmoor.example', path: '/courses' };

function markdownOf(html: string): string {
  return toMarkdown(readContent(html), location);
}

test('readContent reads title, description, language and metadata from the head', () => {
  const content =
    readContent(`<!doctype html><html lang="en-GB"><head><title>Soil &amp; Water - Larkmoor</title>
    <meta name="description" content="What soil is."><meta name="lectern:type" content="course">
    <meta name="lectern:updated" content="2026-03-01"><link rel="canonical" href="https://larkmoor.example/soil">
    </head><body><main><article><h1>Soil <em>&amp;</em> Water</h1></article></main></body></html>`);

  expect(content).toMatchObject({
    title: 'Soil & Water',
    documentTitle: 'Soil & Water - Larkmoor',
    description: 'What soil is.',
    language: 'en-GB',
    type: 'course',
    updated: '2026-03-01',
    canonical: 'https://larkmoor.example/soil',
  });
});

test('readContent of a page without a head returns its content and no metadata', () => {
  const content = readContent('<main><p>Only text</p></main>');

  expect(content).toMatchObject({ title: '', description: '', type: null, updated: null, canonical: null });
  expect(toMarkdown(content, location)).toBe('Only text\n');
});

test('readContent uses the article in main, or main if it does not have exactly one article', () => {
  const one = markdownOf('<article>no</article><main><p>no</p><div><article>yes</article></div></main>');
  const none = markdownOf('<p>no</p><main>yes</main><footer>no</footer>');
  const more = markdownOf('<main><h1>Results</h1><article>one</article><article>two</article></main>');

  expect(one).toBe('yes\n');
  expect(none).toBe('yes\n');
  expect(more).toBe('# Results\n\none\n\ntwo\n');
});

test('an article inside the article is part of the content', () => {
  expect(markdownOf('<main><article>out<article>in</article></article></main>')).toBe('out\n\nin\n');
});

test.each([
  '<nav>no</nav>',
  '<button>no</button>',
  '<script>no</script>',
  '<style>no</style>',
  '<template>no</template>',
  '<noscript>no</noscript>',
  '<svg><title>no</title><text>no</text></svg>',
  '<p hidden>no</p>',
  '<span aria-hidden="true">no</span>',
  '<p class="a data-no-twin">no</p>',
  '<p data-no-twin>no</p>',
  '<a data-permalink href="#x">no</a>',
  '<dialog>no</dialog>',
  '<select><option>no</select>',
  '<!-- no -->',
])('readContent leaves out navigation, controls, code and hidden elements: %s', (html) => {
  expect(markdownOf(`<main><article>before ${html} after</article></main>`)).not.toContain('no');
});

test('readContent keeps hidden=until-found and closed details', () => {
  const markdown = markdownOf(
    '<main><p hidden="until-found">one</p><details><summary>two</summary>three</details>',
  );

  expect(markdown).toBe('one\n\n**two**\n\nthree\n');
});

test('stray tags have the same effect as in a browser', () => {
  const markdown = markdownOf(
    '<main><article><div><p>a</div></div></p><b>b<p>c</article><footer>no</footer></main><p>no',
  );

  expect(markdown).toBe('a\n\n**b**\n\n**c**\n');
});
