import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { serveAtOwnAddress } from './mcp-site.ts';
import { useShared } from '#test/use-shared.ts';

const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Manifest;
const site = useShared(() => serveAtOwnAddress());
/** The client of tests that do not depend on the protocol version. */
let client: Client;

beforeAll(async () => {
  client = await connect();
});

async function connect(options: ClientOptions = {}, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(site.endpoint, { requestInit: { headers } }));
  return client;
}

function textOf(result: Awaited<ReturnType<Client['callTool']>>): string {
  const [block] = result.content;
  return block?.type === 'text' ? block.text : '';
}

describe.each<[version: string, ClientOptions]>([
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['2025-11-25', {}],
  ['2025-06-18', { supportedProtocolVersions: ['2025-06-18'] }],
  ['2025-03-26', { supportedProtocolVersions: ['2025-03-26'] }],
])('the official client of protocol %s', (version, options) => {
  test('lists the read-only tools, without ask if no model is configured', async () => {
    const client = await connect(options);

    const { tools } = await client.listTools();

    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read_page']);
    for (const { title, description, annotations, outputSchema } of tools) {
      expect(title && description && outputSchema).toBeTruthy();
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    }
  });

  test('search and read_page return data that matches their output schemas', async () => {
    const client = await connect(options);
    const { tools } = await client.listTools();
    const fits = (name: string, data: unknown) =>
      new Ajv2020({ validateFormats: false }).validate(
        tools.find((tool) => tool.name === name)?.outputSchema as AnySchema,
        data,
      );

    const found = await client.callTool({
      name: 'search',
      arguments: { query: 'soil', type: 'course', limit: 2 },
    });
    const { results } = found.structuredContent as { results: { url: string; type: string }[] };
    const read = await client.callTool({ name: 'read_page', arguments: { url: results[0]!.url } });
    const twin = await (await fetch(`${results[0]!.url}.md`)).text();

    expect(results.map(({ type }) => type)).toEqual(['course', 'course']);
    expect(textOf(found)).toContain(results[1]!.url);
    expect(textOf(read)).toBe(twin);
    expect(read.structuredContent).toMatchObject({ url: results[0]!.url, markdown: twin });
    expect([fits('search', found.structuredContent), fits('read_page', read.structuredContent)]).toEqual([
      true,
      true,
    ]);
    expect(fits('search', { ...Object(found.structuredContent), total: 'many' })).toBe(false);
  });

  test('lists every page as a resource and reads one', async () => {
    const client = await connect(options);

    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const course = resources.find(({ name }) => name === '/courses/soil-science');
    const { contents } = await client.readResource({ uri: course!.uri });

    const pages = manifest.pages.filter(({ status }) => status === 200);
    expect(resources.map(({ uri }) => new URL(uri).pathname).sort()).toEqual(
      pages.map(({ markdownPath }) => markdownPath).sort(),
    );
    expect(resourceTemplates).toHaveLength(1);
    expect(contents).toEqual([
      { uri: course!.uri, mimeType: 'text/markdown', text: await (await fetch(course!.uri)).text() },
    ]);
  });
});

test('search returns the results of GET /api/search', async () => {
  const { structuredContent } = await client.callTool({
    name: 'search',
    arguments: { query: 'hydrolgy', limit: 50 },
  });

  const answer = (await (
    await fetch(`${site.origin}/api/search?q=hydrolgy&limit=50`)
  ).json()) as typeof found;

  const found = structuredContent as {
    total: number;
    correction: string;
    results: { url: string; excerpt: string }[];
  };
  expect([found.total, found.correction]).toEqual([answer.total, answer.correction]);
  expect(found.results.map(({ url }) => url)).toEqual(answer.results.map(({ url }) => url));
  expect(found.results.map(({ excerpt }) => excerpt).join()).not.toMatch(/<mark>|&amp;/);
});

test.each([
  ['a path', '/courses/soil-science'],
  ['a path without its slash', 'courses/soil-science'],
  ['a twin', '/courses/soil-science.md'],
  ['an anchor', '/courses/soil-science#field-work'],
  ['a query', '/courses/soil-science?utm_source=x'],
  ['a trailing slash', '/courses/soil-science/'],
  ['.html', '/courses/soil-science.html'],
  ['other encoding', '/courses/soil%2Dscience'],
  ['dots that stay inside', '/handbook/../courses/./soil-science'],
  ['white space around', '  /courses/soil-science\n'],
])('read_page reads a page by %s', async (_name, url) => {
  const result = await client.callTool({ name: 'read_page', arguments: { url } });

  expect(result.structuredContent).toMatchObject({ url: `${site.origin}/courses/soil-science` });
});

test.each([
  '/courses/find?q=soil&sort=title',
  '/courses/compare?code=SOIL101&code=HYD101',
  '/programs/compare?program=masters-land-and-water',
  '/courses/find',
])('read_page of %s returns the Markdown that GET returns', async (path) => {
  const result = await client.callTool({ name: 'read_page', arguments: { url: path } });
  const page = await fetch(site.origin + path, { headers: { Accept: 'text/markdown' } });

  const { url, title, description, markdown } = result.structuredContent as Record<string, string>;
  expect(url).toBe(site.origin + path);
  expect(markdown).toBe(await page.text());
  expect(markdown).toContain(`title: ${JSON.stringify(title)}`);
  expect(description).toMatch(/\w{3}.*\.$/);
});

test('reading a page that is made for each query counts against the limit of such pages', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.40' };
  const own = await connect({}, headers);

  const before = await fetch(`${site.origin}/courses/find?q=soil`, { headers });
  await own.callTool({ name: 'read_page', arguments: { url: '/courses/find?q=soil' } });
  const after = await fetch(`${site.origin}/courses/find?q=soil`, { headers });

  const [first, last] = [before, after].map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')));
  expect(last).toBe(Number(first) - 2);
});

test.each([
  ['/', '/'],
  ['/index.md', '/'],
  ['', undefined],
])('read_page with %j reads the home page only by its path', async (url, path) => {
  const result = await client.callTool({ name: 'read_page', arguments: { url } });

  const page = result.structuredContent as { url: string } | undefined;
  expect(page?.url).toBe(path && site.origin + path);
});

test.each([
  'http://127.0.0.1:1/',
  'https://evil.example/courses/soil-science',
  '//evil.example/courses/soil-science',
  String.raw`\\evil.example\courses`,
  'file:///etc/passwd',
  '/../../../../etc/passwd',
  '/courses/..%2f..%2f..%2fetc/passwd',
  '/manifest.json',
  '/../manifest.json',
  '/robots.txt',
  '/404',
  '/courses/soil-science\u0000.md',
  '/__proto__',
  '/staff',
  '/search?q=soil',
  '//evil.example/courses/find?q=soil',
  '/courses/find/',
  '/register',
  '/api/health',
  'http://[',
  '/'.repeat(2000),
  'a'.repeat(2001),
])('read_page rejects %j with a message', async (url) => {
  const result = await client.callTool({ name: 'read_page', arguments: { url } });

  expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
  expect(textOf(result)).toMatch(/[a-z].*\.|too_big|Too big/i);
  expect(textOf(result)).not.toMatch(/root:|<!doctype|ENOENT/i);
});

test('read_page rejects a URL with a user name and password', async () => {
  const result = await client.callTool({
    name: 'read_page',
    arguments: { url: site.origin.replace('//', '//me:secret@') },
  });

  expect(result.isError).toBe(true);
});

test.each([
  [{}],
  [{ query: '' }],
  [{ query: 'a'.repeat(201) }],
  [{ query: ['soil'] }],
  [{ query: 'soil', limit: 0 }],
  [{ query: 'soil', limit: 51 }],
  [{ query: 'soil', type: 'person' }],
])('search with %j is a tool error', async (bad) => {
  const result = await client.callTool({ name: 'search', arguments: bad });

  expect([result.isError, textOf(result).length > 10]).toEqual([true, true]);
});

test.each([['no_such_tool'], ['ask'], ['__proto__'], ['constructor']])(
  'a call of the unknown tool %s is a protocol error',
  async (name) => {
    await expect(client.callTool({ name, arguments: { question: 'Why?' } })).rejects.toMatchObject({
      code: -32602,
    });
  },
);

test.each([
  `https://evil.example/courses.md`,
  'file:///etc/passwd',
  'not a uri',
  '/../manifest.json',
  'http://localhost:1/index.md',
])('the resource %s is not found', async (uri) => {
  await expect(client.readResource({ uri })).rejects.toMatchObject({ message: /not found/i });
});

test.each([
  'x',
  '!',
  Buffer.from('courses').toString('base64url'),
  `${Buffer.from('/a').toString('base64url')}=`,
])('the invalid cursor %j is rejected', async (cursor) => {
  await expect(client.listResources({ cursor })).rejects.toMatchObject({ code: -32602 });
});
