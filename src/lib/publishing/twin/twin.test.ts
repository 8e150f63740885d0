import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readContent } from './article.ts';
import { toTwin } from './twin.ts';

const location = { origin: 'https://larkmoor.example', path: '/courses/soil' };

test('a twin contains front matter, a link to llms.txt and the content', () => {
  const content = readContent(`<title>Soil - Larkmoor</title><meta name="description" content="What soil is.">
    <meta name="lectern:type" content="course"><meta name="lectern:updated" content="2026-03-01">
    <main><article><h1>Soil</h1><p>Text</p></article></main>`);

  const twin = toTwin(content, location);

  expect(twin).toBe(`---
title: "Soil"
description: "What soil is."
url: "https://larkmoor.example/courses/soil"
type: "course"
updated: "2026-03-01"
---

> All pages of this site, as Markdown: <https://larkmoor.example/llms.txt>

# Soil

Text
`);
});

test('a twin leaves out unknown fields, and adds the title as a heading if the content has none', () => {
  const twin = toTwin(readContent('<title>A *b*</title><main><p>Text</p></main>'), location);

  expect(twin).not.toMatch(/^(?:type|updated|description):/m);
  expect(twin).toContain('\n# A \\*b\\*\n\nText\n');
});

test.each(['a: "b" #c', '---', "- it's\\n", '\u2028\u0085\u007f', '{{ x }}', '2026-01-01', '🌱'])(
  'front matter parses back to the title %j',
  (title) => {
    const content = { ...readContent('<main><p>Text</p></main>'), title };

    const [, matter = ''] = toTwin(content, location).split(/^---$/m);

    expect(parse(matter)).toEqual({ title, url: 'https://larkmoor.example/courses/soil' });
  },
);

test('a twin starts with the site’s notice', () => {
  const content = readContent(`<title>Soil</title>
    <meta name="lectern:notice" content="Closed for snow. https://larkmoor.example/contact">
    <main><article><h1>Soil</h1><p>Text</p></article></main>`);

  const twin = toTwin(content, location);

  expect(twin).toMatch(/> \*\*Notice:\*\* Closed for snow\. https:\/\/larkmoor\.example\/contact\n\n# Soil/);
});
