import { pick } from './hostile-text.ts';
import { jsonShapes } from './hostile-shapes.ts';
import { chatBytes, fitting, json, post, questions, split, words, type Route } from './requests.ts';

const mcp = { ...json, Accept: 'application/json, text/event-stream' };

/** A conversation with one user turn per text and an answer between them. */
function conversation(texts: readonly string[]): object {
  const messages = texts.flatMap((text, at) => [
    ...(at === 0 ? [] : [{ role: 'assistant', parts: [{ type: 'text', text: 'See Soil Science.' }] }]),
    { role: 'user', parts: [{ type: 'text', text }] },
  ]);
  return { id: 'c', messages };
}

const callTool = (name: string, parameters: object) =>
  post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: parameters } }, mcp);
const readResource = (uri: string) =>
  post('/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }, mcp);

/** The routes of the chat and the MCP server. */
export const modelRoutes: readonly Route[] = [
  {
    name: 'POST /api/chat',
    usual: (random) =>
      post('/api/chat', conversation([`${pick(questions, random)} ${Math.floor(random() * 1e6)}`])),
    slots: {
      'one question': { length: 2_000, request: (text) => post('/api/chat', conversation([text])) },
      '15 times a question': {
        length: 1_990,
        request: (text) =>
          fitting(text, (fits) => post('/api/chat', conversation(Array<string>(15).fill(fits))), chatBytes),
      },
      'follow-ups': {
        length: 4 * 1_900,
        request: (text) =>
          post(
            '/api/chat',
            conversation(split(text, 4).map((part, at) => (at === 0 ? part : `and ${part}`))),
          ),
      },
      'an earlier answer': {
        length: 16_000,
        request: (text) => {
          const part = (role: string, words: string) => ({ role, parts: [{ type: 'text', text: words }] });
          return post('/api/chat', {
            messages: [part('user', 'Which?'), part('assistant', text), part('user', 'And that?')],
          });
        },
      },
    },
    shapes: jsonShapes('/api/chat', chatBytes),
  },
  {
    name: 'POST /mcp search',
    usual: (random) => callTool('search', { query: `${pick(words, random)} ${Math.floor(random() * 1e6)}` }),
    slots: {
      query: { length: 200, request: (text) => callTool('search', { query: text, limit: 50 }) },
      'too long a query': { length: 20_000, request: (text) => callTool('search', { query: text }) },
    },
    shapes: jsonShapes('/mcp', chatBytes, mcp),
  },
  {
    name: 'POST /mcp read_page',
    usual: () => callTool('read_page', { url: '/courses' }),
    slots: {
      host: { length: 1_900, request: (text) => callTool('read_page', { url: `http://${text}/` }) },
      path: { length: 1_900, request: (text) => callTool('read_page', { url: `/${text}` }) },
      'too long': { length: 20_000, request: (text) => callTool('read_page', { url: `http://${text}/` }) },
    },
    shapes: { 'the longest page': () => callTool('read_page', { url: '/calendar' }) },
  },
  {
    name: 'POST /mcp resources/read',
    usual: () => readResource('http://localhost:4321/courses.md'),
    slots: {
      host: { length: 8_180, request: (text) => readResource(`http://${text}/`) },
      path: { length: 20_000, request: (text) => readResource(`http://localhost:4321/${text}`) },
    },
    shapes: {
      'encoded marks in the host': () => readResource(`http://${'%CC%81%CC%96'.repeat(5_000)}/`),
      'a list of resources': () => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, mcp),
      'a list of tools': () => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, mcp),
      'a long cursor': () =>
        post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'resources/list', params: { cursor: 'L'.repeat(60_000) } },
          mcp,
        ),
    },
  },
  {
    name: 'POST /mcp ask',
    usual: (random) =>
      callTool('ask', { question: `${pick(questions, random)} ${Math.floor(random() * 1e6)}` }),
    slots: {
      question: { length: 2_000, request: (text) => callTool('ask', { question: text }) },
      'too long a question': { length: 20_000, request: (text) => callTool('ask', { question: text }) },
    },
  },
];
