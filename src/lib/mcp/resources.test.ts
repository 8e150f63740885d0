import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUrl } from '#test/any-text.ts';
import { runsOf } from '#test/property-runs.ts';
import type { PageEntry, PublishedPages } from '#lib/delivery/published-pages.ts';
import { silentLog } from '#lib/log/log.ts';
import { createLimits } from '#lib/http/limits.ts';
import { answerMcp } from './answer-mcp.ts';

const siteUrl = 'https://www.example.org';
const limits = createLimits({ store: { kind: 'memory' }, log: () => undefined });
let clients = 0;

function pagesNamed(names: readonly string[]): PublishedPages {
  const pages = names.map((name): PageEntry => ({
    path: `/${name}`,
    markdownPath: `/${name}.md`,
    type: 'handbook',
    title: name,
    description: '',
    updated: null,
    markdownBytes: 3,
  }));
  return {
    list: () => pages,
    find: (path) => pages.find(({ markdownPath }) => markdownPath === path),
    readMarkdown: async ({ title }) => title,
  };
}

const manyNames = Array.from({ length: 250 }, (_, at) => `page-${String(at).padStart(3, '0')}`);

async function send(body: string, pages: PublishedPages): Promise<{ status: number; text: string }> {
  const request = new Request(`${siteUrl}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body,
  });
  const offer = { name: 'example', title: 'Example', siteUrl, tools: [], pages };
  // A new address for each client, so that the rate limit does not apply.
  const client = `10.${(++clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
  const answer = await answerMcp(request, {
    offer,
    limit: limits.mcp,
    caller: {
      client,
      log: silentLog,
      readOnDemand: async () => undefined,
      search: () => Promise.reject(new Error('not used')),
    },
  });
  return { status: answer.status, text: await answer.text() };
}

type Listed = { resources: { name: string }[]; nextCursor?: string };

async function list(pages: PublishedPages, cursor?: string): Promise<Listed> {
  const message = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: { cursor } };
  const { text } = await send(JSON.stringify(message), pages);
  return (JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as { result: Listed }).result;
}

test('resources/list pages through all resources without duplicates', async () => {
  const pages = pagesNamed(manyNames);

  const parts = [await list(pages)];
  while (parts.at(-1)?.nextCursor !== undefined) parts.push(await list(pages, parts.at(-1)?.nextCursor));

  expect(parts.map(({ resources }) => resources.length)).toEqual([100, 100, 50]);
  expect(parts.flatMap(({ resources }) => resources.map(({ name }) => name))).toEqual(
    manyNames.map((name) => `/${name}`),
  );
});

test('a cursor stays valid when its page is removed', async () => {
  const { nextCursor } = await list(pagesNamed(manyNames));

  const { resources } = await list(pagesNamed(manyNames.filter((name) => name !== 'page-099')), nextCursor);

  expect(resources[0]?.name).toBe('/page-100');
});

test('any request body gets a response without a server error or internal details', async () => {
  const pages = pagesNamed(['a']);
  const methods = fc.constantFrom(
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/read',
    'resources/templates/list',
    'server/discover',
    'subscriptions/listen',
    'completion/complete',
    'logging/setLevel',
    'prompts/get',
    '__proto__',
  );
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0'),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method: fc.oneof({ weight: 9, arbitrary: methods }, { weight: 1, arbitrary: fc.string() }),
      params: fc.oneof(
        fc.jsonValue(),
        fc.record({ uri: anyUrl, cursor: fc.string() }),
        fc.record({ name: fc.string(), arguments: fc.jsonValue() }),
      ),
    },
    { requiredKeys: [] },
  );

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        message.map((it) => JSON.stringify(it)),
      ),
      async (body) => {
        const { status, text } = await send(body, pages);

        expect(status).toBeLessThan(500);
        expect(text).not.toMatch(/node_modules|\.m?[jt]s:\d|-32603/);
      },
    ),
    { numRuns: runsOf(200) },
  );
});
