import { request as sendRaw } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { serveAtOwnAddress } from './mcp-site.ts';
import { askOnce } from './raw-client.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveAtOwnAddress());

const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const defaultHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

type RpcError = { jsonrpc: string; id: unknown; error: { code: number; message: string } };

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.endpoint, {
    method: 'POST',
    headers: { ...defaultHeaders, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
}

async function readError(response: Response): Promise<[status: number, code: number]> {
  const { jsonrpc, id, error } = (await response.json()) as RpcError;
  expect([jsonrpc, error.message.length > 5]).toEqual(['2.0', true]);
  expect([null, 1]).toContain(id);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return [response.status, error.code];
}

test('requests without Origin or with the site’s own are accepted with any Host', async () => {
  const statuses = [
    (await post(listTools)).status,
    (await post(listTools, { Origin: site.origin })).status,
    await statusWithHost('evil.example'),
  ];

  expect(statuses).toEqual([200, 200, 200]);
});

test.each(['https://evil.example', 'null', ''])(
  'the Origin %j is rejected, even if it matches the Host',
  async (origin) => {
    const refused = await readError(await post(listTools, { Origin: origin }));
    const asHost = await statusWithHost('evil.example', { Origin: 'http://evil.example' });

    expect(refused).toEqual([403, -32000]);
    expect(asHost).toBe(403);
  },
);

test('a foreign Origin is rejected for every method', async () => {
  for (const method of ['GET', 'DELETE', 'OPTIONS', 'PUT']) {
    const response = await fetch(site.endpoint, { method, headers: { Origin: 'https://evil.example' } });

    expect([method, response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      method,
      403,
      null,
    ]);
  }
});

test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])('%s returns 405', async (method) => {
  const response = await fetch(site.endpoint, { method, headers: { Accept: 'text/event-stream' } });

  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
});

test('OPTIONS returns the allowed methods', async () => {
  const response = await fetch(site.endpoint, { method: 'OPTIONS' });

  expect([response.status, response.headers.get('Allow')]).toEqual([204, 'POST, OPTIONS']);
});

test.each<[name: string, body: string | Uint8Array, status: number, code: number]>([
  ['not JSON', 'hello', 400, -32700],
  ['null', 'null', 400, -32600],
  ['a message of JSON-RPC 1.0', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32600],
  ['a batch', JSON.stringify([listTools, { ...listTools, id: 2 }]), 400, -32600],
  ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400, -32600],
  ['65,537 bytes', JSON.stringify({ ...listTools, pad: 'x'.repeat(65_537) }), 413, -32000],
])('a body that is %s is rejected', async (_name, body, status, code) => {
  const refused = await readError(await post(body));

  expect(refused).toEqual([status, code]);
});

test.each([{ 'Content-Type': 'text/plain' }, { 'Content-Encoding': 'gzip' }])(
  'a request with %j returns 415',
  async (headers) => {
    const refused = await readError(await post(listTools, headers));

    expect(refused).toEqual([415, -32000]);
  },
);

test('a connection ends with the answer if the client asks for that', async () => {
  const body = JSON.stringify(listTools);
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'MCP-Protocol-Version: 2025-06-18',
    `Content-Length: ${body.length}`,
    ...Object.entries(defaultHeaders).map(([name, value]) => `${name}: ${value}`),
  ];

  const answer = await askOnce(Number(site.endpoint.port), `${head.join('\r\n')}\r\n\r\n${body}`);

  expect(answer).toContain('"tools"');
  expect(answer.match(/^connection: .*/gim)).toEqual(['Connection: close']);
});

test('a notification returns 202, and initialize starts no session', async () => {
  const taken = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const begun = await post({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });

  expect([taken.status, await taken.text()]).toEqual([202, '']);
  expect([begun.status, begun.headers.get('Mcp-Session-Id')]).toEqual([200, null]);
});

test.each([
  ['initialize', undefined],
  ['initialize', { protocolVersion: 7 }],
  ['tools/call', undefined],
  ['tools/call', { name: 7 }],
  ['tools/call', { name: 'search', arguments: 'soil' }],
  ['resources/read', {}],
  ['resources/list', { cursor: 7 }],
])('%s with the parameters %j returns invalid params', async (method, params) => {
  const response = await post({ jsonrpc: '2.0', id: 'seven', method, params });

  expect(await response.json()).toMatchObject({ id: 'seven', error: { code: -32602 } });
});

test('deeply nested and thousands of arguments are rejected', async () => {
  const nested = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at])));

  for (const query of [nested, many]) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":${query}}}}`;
    const answer = await (await post(body)).text();

    expect(answer).toMatch(/"isError":true|"error":/);
    expect(answer).not.toMatch(/node_modules|\.ts:|\.mjs/);
  }
  expect((await post(listTools)).status).toBe(200);
});

test('the search tool and GET /api/search share one rate limit', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.79' };
  const search = { name: 'search', arguments: { query: 'soil' } };
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: search }, headers);
  await answer.text();

  const next = await fetch(`${site.origin}/api/search?q=soil`, { headers });

  expect(next.headers.get('X-RateLimit-Remaining')).toBe('598');
});

/** The requirements of SEP-2127, and of scanners that read the older format. */
const cardSchema = {
  type: 'object',
  required: [
    '$schema',
    'name',
    'version',
    'description',
    'serverInfo',
    'transport',
    'capabilities',
    'remotes',
  ],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 },
    version: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    remotes: { type: 'array', minItems: 1, items: { type: 'object', required: ['type', 'url'] } },
    serverInfo: { type: 'object', required: ['name', 'title', 'version'] },
    transport: { type: 'object', required: ['type', 'endpoint'] },
  },
};

test('the server card is the same at both URLs, allows every origin and names this server', async () => {
  const [one, other] = await Promise.all(
    ['/mcp/server-card', '/.well-known/mcp/server-card.json'].map((path) => fetch(site.origin + path)),
  );
  const text = await one!.text();

  const card = JSON.parse(text) as {
    remotes: { url: string; supportedProtocolVersions: string[] }[];
    transport: { endpoint: string };
    tools: { name: string }[];
  };
  expect(await other!.text()).toBe(text);
  for (const { headers } of [one!, other!]) {
    expect(headers.get('Content-Type')).toBe('application/mcp-server-card+json');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Cache-Control')).toContain('public, max-age=3600');
  }
  expect(new Ajv2020().validate(cardSchema, card)).toBe(true);
  expect([card.remotes[0]?.url, card.transport.endpoint]).toEqual([site.endpoint.href, site.endpoint.href]);
  expect(card.remotes[0]?.supportedProtocolVersions).toEqual(versions);
  expect(card.tools.map(({ name }) => name)).toEqual(['search', 'read_page']);
});

/** Uses `node:http`, since `fetch` cannot set the Host header. */
function statusWithHost(host: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = sendRaw(
      site.endpoint,
      { method: 'POST', headers: { ...defaultHeaders, ...headers, Host: host } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(listTools));
  });
}
