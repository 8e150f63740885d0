import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createLimits } from '#lib/http/limits.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { collectLog } from '#test/collected-log.ts';
import { answerMcp } from './answer-mcp.ts';
import { createSearchTool } from './search-tool.ts';

const url = 'https://www.example.org/courses/soil';
const answer: SearchAnswer = {
  query: 'soil',
  total: 2,
  offset: 0,
  limit: 10,
  correction: null,
  answer: null,
  unrelated: false,
  unknownWords: [],
  courses: null,
  results: [
    {
      url,
      markdownUrl: `${url}.md`,
      title: 'Soil',
      type: 'course',
      excerpt: 'All about <mark>soil</mark> &amp; peat.',
      facts: { fee: '£720', nextStart: '11 January 2027', seatsFree: 3 },
      sections: [],
    },
    {
      url: `${url}-news`,
      markdownUrl: `${url}-news.md`,
      title: 'News',
      type: 'news',
      excerpt: '',
      sections: [],
    },
  ],
  facets: { type: { course: 1, news: 1 } },
};

test('search returns the facts of a result in words, as data and as text', async () => {
  const result = await find(answer);

  expect(result.structured).toMatchObject({
    results: [{ facts: ['£720', 'Starts 11 January 2027', '3 seats free'] }, { facts: [] }],
  });
  expect(result.text).toContain('£720; Starts 11 January 2027; 3 seats free');
});

test('search returns the answer to a question, and what the site lacks', async () => {
  const quoted = {
    text: 'It costs £720.',
    url: `${url}#fee`,
    title: 'Soil',
    heading: 'Fee',
    kind: 'sentence' as const,
  };

  const answered = await find({ ...answer, answer: quoted });
  const missing = await find({ ...answer, unrelated: true, unknownWords: ['guitar'] });

  expect(answered.structured).toMatchObject({ answer: { text: 'It costs £720.', url: `${url}#fee` } });
  expect(answered.text).toContain(`Answer: “It costs £720.” (Soil: Fee, ${url}#fee)`);
  expect(missing.structured).toMatchObject({ answer: null, unrelated: true, unknownWords: ['guitar'] });
  expect(missing.text).toContain('We have no page about this.\\nThis word is on no page: guitar.');
});

/** Calls the tool through a client and a server of MCP. */
async function find(found: SearchAnswer) {
  const { log } = collectLog();
  const limits = createLimits({ store: { kind: 'memory' }, log: () => undefined });
  const search = async () => found;
  const offer = {
    name: 'example',
    title: 'Example',
    siteUrl: 'https://www.example.org',
    tools: [createSearchTool({ instituteName: 'Example', search })],
    pages: { list: () => [], find: () => undefined, readMarkdown: async () => '' },
  };
  const caller = { client: '192.0.2.1', log, readOnDemand: async () => undefined, search };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', offer.siteUrl), {
    fetch: (address, init) => answerMcp(new Request(address, init), { offer, limit: limits.mcp, caller }),
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const { structuredContent, content } = await client.callTool({
    name: 'search',
    arguments: { query: 'soil' },
  });
  return { structured: structuredContent, text: JSON.stringify(content) };
}
