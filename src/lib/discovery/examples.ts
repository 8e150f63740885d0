/** Code that runs as printed. */
export type Example = { language: 'bash' | 'ts' | 'json' | 'toml'; code: string };

type ExampleFacts = {
  siteUrl: string;
  /** A search query with results. */
  query: string;
  /** The server's name in a client's settings. */
  serverName: string;
};

const question = 'How do I pay the fee?';

export type Examples = ReturnType<typeof createExamples>;

/** The examples on /developers. `test/full/http/developers.test.ts` runs each of them as printed. */
export function createExamples({ siteUrl, query, serverName }: ExampleFacts) {
  return {
    markdownByAccept: bash(`curl -H 'Accept: text/markdown' ${siteUrl}/courses`),
    markdownByAddress: bash(`curl ${siteUrl}/courses.md`),
    revalidate:
      bash(`# The first request saves the entity tag; the second checks whether the page has changed.
curl -sS --etag-save courses.etag -o courses.md ${siteUrl}/courses.md
curl -sS --etag-compare courses.etag -o /dev/null -w '%{http_code}\\n' ${siteUrl}/courses.md`),
    readPage: ts(`const response = await fetch('${siteUrl}/courses', {
  headers: { Accept: 'text/markdown' },
});
if (!response.ok) throw new Error(\`The page answered \${response.status}\`);

console.log(await response.text());`),
    ...searchExamples(siteUrl, query),
    ...chatExamples(siteUrl),
    ...mcpExamples(siteUrl, query),
    ...clientSettings(`${siteUrl}/mcp`, serverName),
    describedForms: bash(`curl ${siteUrl}/openapi.json`),
    ...errorExamples(siteUrl),
  };
}

function searchExamples(siteUrl: string, query: string) {
  const words = encodeURIComponent(query);
  return {
    search: bash(`curl '${siteUrl}/api/search?q=${words}&type=course&type=handbook&limit=5'`),
    searchInTypeScript: ts(`type SearchAnswer = {
  total: number;
  results: { title: string; url: string; markdownUrl: string; type: string }[];
};

const address = new URL('${siteUrl}/api/search');
address.searchParams.set('q', '${query}');

const response = await fetch(address);
if (!response.ok) throw new Error(await response.text());

const { total, results } = (await response.json()) as SearchAnswer;
console.log(\`\${total} pages\`);
for (const { title, markdownUrl } of results) console.log(\`\${title}: \${markdownUrl}\`);`),
  };
}

function errorExamples(siteUrl: string) {
  return {
    error: bash(`curl '${siteUrl}/api/search?q='`),
    errorInTypeScript: ts(`type Problem = { error: { code: string; message: string; resolution: string } };

async function getJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (response.ok) return response.json();
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After') ?? 1);
    await new Promise((done) => setTimeout(done, seconds * 1000));
    return getJson(address);
  }
  const { error } = (await response.json()) as Problem;
  throw new Error(\`\${error.code}: \${error.message} \${error.resolution}\`);
}

console.log(await getJson('${siteUrl}/api/health'));`),
  };
}

function chatExamples(siteUrl: string) {
  return {
    chat: bash(`curl -N ${siteUrl}/api/chat \\
  -H 'Content-Type: application/json' \\
  -d '{"messages": [{"role": "user", "parts": [{"type": "text", "text": "${question}"}]}]}'`),
    chatInTypeScript: ts(`type Part = { type: string; delta?: string; url?: string; title?: string };

const response = await fetch('${siteUrl}/api/chat', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    messages: [{ role: 'user', parts: [{ type: 'text', text: '${question}' }] }],
  }),
});
if (!response.ok || !response.body) throw new Error(await response.text());

let rest = '';
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split('\\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    if (!line.startsWith('data: {')) continue;
    const part = JSON.parse(line.slice('data: '.length)) as Part;
    if (part.type === 'source-url') console.log(\`\${part.title}: \${part.url}\`);
    if (part.type === 'text-delta') process.stdout.write(part.delta ?? '');
  }
}
console.log();`),
  };
}

function mcpExamples(siteUrl: string, query: string) {
  return {
    mcp: bash(`curl ${siteUrl}/mcp \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
       "params": {"name": "search", "arguments": {"query": "${query}"}}}'`),
    mcpInTypeScript: ts(`// npm install @modelcontextprotocol/client
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'my-program', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('${siteUrl}/mcp')));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(', '));

const page = await client.callTool({
  name: 'read_page',
  arguments: { url: '${siteUrl}/courses' },
});
console.log(page.content);
await client.close();`),
    serverCard: bash(`curl ${siteUrl}/mcp/server-card`),
  };
}

/** Settings of the best-known MCP clients. */
function clientSettings(url: string, name: string) {
  const inServers = (key: string, server: object) => json({ [key]: { [name]: server } });
  return {
    claudeCode: inServers('mcpServers', { type: 'http', url }),
    cursor: inServers('mcpServers', { url }),
    visualStudioCode: inServers('servers', { type: 'http', url }),
    gemini: inServers('mcpServers', { httpUrl: url }),
    codex: { language: 'toml', code: `[mcp_servers.${name}]\nurl = "${url}"` } as const,
  };
}

function bash(code: string): Example {
  return { language: 'bash', code };
}

function ts(code: string): Example {
  return { language: 'ts', code };
}

function json(value: object): Example {
  return { language: 'json', code: JSON.stringify(value, null, 2) };
}
