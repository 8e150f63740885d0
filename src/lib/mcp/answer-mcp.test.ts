import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import type { WholeAnswer } from '#lib/chat/chat-types.ts';
import type { PageEntry } from '#lib/delivery/published-pages.ts';
import { collectLog } from '#test/collected-log.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { createLimits } from '#lib/http/limits.ts';
import { answerMcp } from './answer-mcp.ts';
import { createAskTool } from './ask-tool.ts';
import type { Offer } from './mcp-server.ts';

const { log, lines } = collectLog();
const readOnDemand = async () => undefined;
const siteUrl = 'https://www.example.org';
const limits = createLimits({ store: { kind: 'memory' }, log: () => undefined });

type Ask = (question: string, options: { signal: AbortSignal }) => Promise<WholeAnswer>;

function offerWith(ask: Ask, pages: readonly PageEntry[] = []): Offer {
  const chat = { ask, notice: undefined };
  const take = (client: string) => limits.chat.take(client);
  return {
    name: 'example',
    title: 'Example',
    siteUrl,
    tools: [createAskTool({ instituteName: 'Example', maxQuestionLength: 2000, chat, take })],
    pages: {
      list: () => pages,
      find: (path) => pages.find(({ markdownPath }) => markdownPath === path),
      readMarkdown: async () => Promise.reject(new Error('ENOENT /srv/secret/place.md')),
    },
  };
}

const search = () => Promise.reject(new Error('not used'));

async function connect(offer: Offer, client: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', siteUrl), {
    fetch: (url, init) =>
      answerMcp(new Request(url, init), {
        offer,
        limit: limits.mcp,
        caller: { client, log, readOnDemand, search },
      }),
  });
  const connected = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await connected.connect(transport);
  return connected;
}

const question = { name: 'ask', arguments: { question: 'When does term start?' } };

test('ask returns the answer with its sources, as data and as text', async () => {
  const sources = [{ number: 1, url: `${siteUrl}/terms#autumn`, title: 'Terms: Autumn' }];
  const client = await connect(
    offerWith(async () => ({ answer: 'On Monday [1].', isAnswered: true, sources })),
    '192.0.2.1',
  );

  const result = await client.callTool(question);

  expect(result.structuredContent).toEqual({ answer: 'On Monday [1].', isAnswered: true, sources });
  expect(result.content).toEqual([
    { type: 'text', text: `On Monday [1].\n\nSources:\n[1] Terms: Autumn: ${siteUrl}/terms#autumn` },
  ]);
});

test('ask while the chat is unavailable returns the message and resolution', async () => {
  const unavailable = new ApiError('CHAT_UNAVAILABLE', { message: 'No.', resolution: 'Use search.' });
  const client = await connect(
    offerWith(async () => Promise.reject(unavailable)),
    '192.0.2.3',
  );

  const result = await expectErrorInLog(() => client.callTool(question));

  expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'No. Use search.' }] });
});

test('internal errors of tools and resources are hidden from the client', async () => {
  const page: PageEntry = {
    path: '/terms',
    markdownPath: '/terms.md',
    type: 'page',
    title: 'Terms',
    description: '',
    updated: null,
    markdownBytes: 1,
  };
  const failing = offerWith(
    async () => Promise.reject(new Error('key AIza-secret of host 10.0.0.7')),
    [page],
  );
  const client = await connect(failing, '192.0.2.4');

  const answers = await expectErrorInLog(async () => [
    JSON.stringify(await client.callTool(question)),
    await client.readResource({ uri: `${siteUrl}/terms.md` }).then(JSON.stringify, String),
  ]);

  expect(answers[0]).toContain('"isError":true');
  expect(answers.join()).not.toMatch(/secret|10\.0|ENOENT/);
});

test.each(['', ' \n', 'a'.repeat(2001), 7, ['a'], null, undefined])(
  'ask with the question %j is rejected and does not reach the chat',
  async (bad) => {
    let asked = 0;
    const client = await connect(
      offerWith(async () => {
        asked++;
        return { answer: '', isAnswered: false, sources: [] };
      }),
      '192.0.2.5',
    );

    const result = await client.callTool({ name: 'ask', arguments: { question: bad } });

    expect([result.isError, asked]).toEqual([true, 0]);
  },
);

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const currentHeaders = {
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'ask',
};

test.each([
  ['the current protocol', currentHeaders, { _meta: envelope }],
  ['earlier protocols', {}, {}],
])('in %s a disconnecting client aborts the chat', async (_name, headers, further) => {
  const disconnect = new AbortController();
  const { promise: aborted, resolve: reportAborted } = Promise.withResolvers<true>();
  const offer = offerWith(
    (_question, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reportAborted(true);
          reject(new Error('aborted'));
        });
        disconnect.abort();
      }),
  );
  const request = new Request(`${siteUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { ...question, ...further },
    }),
    signal: disconnect.signal,
  });

  const answer = await answerMcp(request, {
    offer,
    limit: limits.mcp,
    caller: { client: '192.0.2.6', log, readOnDemand, search },
  });

  expect(await aborted).toBe(true);
  await answer.text();
});

function postMessage(
  message: object,
  headers: Record<string, string>,
  client = '192.0.2.7',
): Promise<Response> {
  const offer = offerWith(async () => ({ answer: '', isAnswered: false, sources: [] }));
  const request = new Request(`${siteUrl}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'seven', ...message }),
  });
  return answerMcp(request, {
    offer,
    limit: limits.mcp,
    caller: { client, log, readOnDemand, search },
  });
}

const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

test.each(['2099-12-31', 'garbage', '2024-11-05', '2025-11-25, 2025-06-18'])(
  'a request with the protocol version %j returns 400 with the supported versions',
  async (requested) => {
    const headers = { Accept: '*/*', 'MCP-Protocol-Version': requested };
    const response = await postMessage({ method: 'tools/list' }, headers);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 'seven',
      error: {
        code: -32022,
        message: expect.stringContaining(versions.join(', ')),
        data: { supported: versions, requested },
      },
    });
  },
);

test.each([
  ['2025-03-26', '2025-03-26'],
  ['2024-11-05', '2025-11-25'],
  ['2099-12-31', '2025-11-25'],
])('initialize with the version %s negotiates %s, also if the header names it', async (asked, negotiated) => {
  const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  for (const headers of [{}, { 'MCP-Protocol-Version': asked }]) {
    const accept = { Accept: 'application/json, text/event-stream' };
    const response = await postMessage({ method: 'initialize', params }, { ...accept, ...headers });

    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(negotiated)]);
  }
});

test.each<[accept: string | undefined, status: number]>([
  ['application/json, text/event-stream', 200],
  ['TEXT/EVENT-STREAM;q=0.5, Application/JSON', 200],
  ['*/*', 200],
  ['application/*, text/*', 200],
  ['application/json, */*;q=0.1', 200],
  [undefined, 200],
  ['application/json', 406],
  ['text/html', 406],
  ['application/json, text/event-stream;q=0', 406],
  ['text/event-stream, application/json-seq', 406],
])('a request with Accept %j returns %i', async (accept, status) => {
  const response = await postMessage(
    { method: 'tools/list' },
    accept === undefined ? {} : { Accept: accept },
  );

  expect([response.status, (await response.text()).includes('"tools"')]).toEqual([status, status === 200]);
});

test('the 601st request in a minute returns 429 with the rate limit headers, and those of others do not', async () => {
  const statuses = new Set<number>();
  for (let at = 0; at < 600; at++) statuses.add((await postMessage({}, {}, '192.0.2.77')).status);

  const refused = await postMessage({ method: 'tools/list' }, {}, '192.0.2.77');
  const other = await postMessage({ method: 'tools/list' }, {}, '192.0.2.78');

  expect([...statuses]).toEqual([400]);
  expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: -32000 } }]);
  expect(refused.headers.get('X-RateLimit-Limit')).toBe('600');
  expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect([other.status, other.headers.get('X-RateLimit-Remaining')]).toEqual([200, '599']);
});

async function expectErrorInLog<T>(work: () => Promise<T>): Promise<T> {
  const before = lines.length;
  const result = await work();
  expect(lines.slice(before).map(({ level }) => level)).toContain('error');
  return result;
}
