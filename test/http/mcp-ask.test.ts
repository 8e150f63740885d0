import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { canary, startGemini } from '#test/stand-ins/gemini.ts';
import { useShared } from '#test/use-shared.ts';
import { serveAtOwnAddress } from './mcp-site.ts';

const model = useShared(() => startGemini());
const site = useShared(() =>
  serveAtOwnAddress({ GOOGLE_GENERATIVE_AI_API_KEY: `key-${canary}`, CHAT_BASE_URL: model.url }),
);
let clients = 0;

/** Connects, by default from a new IP address. */
async function connect(address = `192.0.2.${++clients}`): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { 'X-Forwarded-For': address } };
  await client.connect(new StreamableHTTPClientTransport(site.endpoint, { requestInit }));
  return client;
}

const ask = { name: 'ask', arguments: { question: 'What happens when I hand in late work?' } };
type Answer = {
  answer: string;
  isAnswered: boolean;
  sources: { number: number; url: string; title: string }[];
};

test('ask answers with sources, and read_page reads one of them', async () => {
  model.behave('quotes');
  const client = await connect();
  const { tools } = await client.listTools();

  const result = await client.callTool(ask);
  const { answer, isAnswered, sources } = result.structuredContent as Answer;
  const read = await client.callTool({ name: 'read_page', arguments: { url: sources[0]!.url } });

  expect(tools.map(({ name }) => name)).toEqual(['search', 'read_page', 'ask']);
  expect([result.isError ?? false, isAnswered]).toEqual([false, true]);
  expect(answer).toMatch(/\[\d\]/);
  expect(sources[0]!.url.startsWith(`${site.origin}/`)).toBe(true);
  expect(JSON.stringify(result.content)).toContain(sources[0]!.url);
  expect(read.isError ?? false).toBe(false);
});

test('ask and POST /api/chat share one rate limit', async () => {
  model.behave('quotes');
  const address = '198.51.100.9';
  const client = await connect(address);
  const chat = () =>
    fetch(`${site.origin}/api/chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: '{}',
    });
  for (let at = 0; at < 12; at++) await chat();
  for (let at = 0; at < 8; at++) await client.callTool(ask);

  const { length } = model.requests;
  const refused = await client.callTool(ask);
  const refusedChat = await chat();
  const search = await client.callTool({ name: 'search', arguments: { query: 'late work' } });

  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toMatch(/Try again in \d+ (minutes|seconds)/);
  expect(refusedChat.status).toBe(429);
  expect(model.requests).toHaveLength(length);
  expect(search.isError ?? false).toBe(false);
});
