import { expect, test } from 'vitest';
import type { Offer } from './mcp-server.ts';
import { createServerCard } from './server-card.ts';

const pages: Offer['pages'] = {
  list: () => [],
  find: () => undefined,
  readMarkdown: async () => '',
};

function cardFor(siteUrl: string, title = 'Example') {
  return createServerCard({ name: 'example', title, siteUrl, tools: [], pages });
}

test.each([
  ['https://www.example.org', 'org.example/example'],
  ['https://study.example.ac.uk:8443', 'uk.ac.example.study/example'],
  ['http://localhost:4321', 'localhost/example'],
  ['http://192.0.2.7', '192.0.2.7/example'],
  ['http://[2001:db8::1]', '2001-db8-1/example'],
  ['https://xn--bcher-kva.example', 'example.xn--bcher-kva/example'],
])('the server card of %s has the name %s', (siteUrl, name) => {
  expect(cardFor(siteUrl).name).toBe(name);
});

test('the description has at most 100 characters with a long institute name', () => {
  const { description } = cardFor('https://www.example.org', 'Institute of '.repeat(12));

  expect(description.length).toBeLessThanOrEqual(100);
});
