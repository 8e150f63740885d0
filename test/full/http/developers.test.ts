import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Nodes } from 'mdast';
import { beforeAll, expect, test } from 'vitest';
import { listErrors } from '#lib/discovery/error-meanings.ts';
import { errorCodes } from '#lib/http/api-error.ts';
import { limitRules } from '#lib/http/limits.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { parseGfm } from '#test/fidelity.ts';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { serveAtOwnAddress } from '#test/http/mcp-site.ts';
import { useShared } from '#test/use-shared.ts';
import { makeFolder } from '#test/temporary-folder.ts';

type Run = { code: number | null; output: string };
type Printed = { language: string; code: string };

const gemini = useShared(() => startGemini());
const site = useShared(() =>
  serveAtOwnAddress({
    GOOGLE_GENERATIVE_AI_API_KEY: 'a-key-of-no-use',
    CHAT_BASE_URL: gemini.url,
    CHAT_MODEL: geminiModel,
  }),
);
let folder: string;
let text: string;
let examples: Printed[];

beforeAll(async () => {
  const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Manifest;
  const printed = await (await fetch(`${site.origin}/developers.md`)).text();
  // The examples are changed in one way: the origin of the build is replaced with this server's.
  text = printed.replaceAll(manifest.siteUrl, site.origin);
  examples = codeOf(parseGfm(text.replace(/^---\n[\s\S]*?\n---\n/, '')));
  folder = makeFolder();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
});

test('every shell example runs as printed', async () => {
  const runs = await inTurn('bash', (code) => run('sh', ['-euc', code]));

  expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0));
  const outputs = runs.map(({ output }) => output);
  const having = (found: string | RegExp) => expect(outputs).toContainEqual(expect.stringMatching(found));
  having(/^---\ntitle: [^]*# Courses/);
  having(/304\s*$/);
  having(/^\{"query":[^]*"results":\[\{/);
  having(/"type":"source-url"[^]*"type":"text-delta"[^]*\[DONE\]/);
  having(/"jsonrpc":"2.0"[^]*pages that match|pages that match[^]*"jsonrpc":"2.0"/);
  having(/server-card\.schema\.json/);
  having(/^\{"error":\{"code":"INVALID_REQUEST"/);
});

test('every TypeScript example runs as printed', async () => {
  const runs = await inTurn('ts', (code, index) => {
    const file = join(folder, `example-${index}.ts`);
    writeFileSync(file, code);
    return run(process.execPath, ['--disable-warning=ExperimentalWarning', file]);
  });

  expect(runs.map(({ code, output }) => (code === 0 ? 0 : output))).toEqual(runs.map(() => 0));
  const outputs = runs.map(({ output }) => output);
  const having = (found: RegExp) => expect(outputs).toContainEqual(expect.stringMatching(found));
  having(/# Courses/);
  having(/^\d+ pages\n.+: http.+\.md\n/);
  having(/: http[^]*“.+” \[\d\]/);
  having(/^search, read_page, ask\n/);
  having(/status: 'ok'/);
});

test('the settings for every client contain the URL of a working MCP server', async () => {
  const settings = examples.filter(({ language }) => language === 'json' || language === 'toml');
  const addresses = settings.map(({ code }) => /"(https?:[^"]+)"/.exec(code)?.[1]);

  for (const { language, code } of settings) if (language === 'json') JSON.parse(code);

  expect(settings.length).toBeGreaterThanOrEqual(4);
  expect(new Set(addresses)).toEqual(new Set([site.endpoint.href]));
});

test('the tables list every error and every limit', () => {
  const cells = cellsOf(text);

  for (const { code, status } of listErrors()) expect(cells).toContainEqual([`\`${code}\``, `${status}`]);
  expect(listErrors()).toHaveLength(Object.keys(errorCodes).length);
  for (const { points, seconds } of Object.values(limitRules)) {
    const window = seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
    expect(cells.map((row) => row.slice(-2))).toContainEqual([`${points}`, window]);
  }
});

async function inTurn(language: string, work: (code: string, index: number) => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = [];
  for (const { code } of examples.filter((each) => each.language === language)) {
    runs.push(await work(code, runs.length));
  }
  expect(runs.length).toBeGreaterThan(3);
  return runs;
}

function run(command: string, words: string[]): Promise<Run> {
  const child = spawn(command, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, output: code === 0 ? output : complaint }));
  });
}

function codeOf(node: Nodes): Printed[] {
  if (node.type === 'code') return [{ language: node.lang ?? '', code: node.value }];
  return 'children' in node ? node.children.flatMap(codeOf) : [];
}

/** Returns the cells of each row, then the first two cells of each row, so that tests can look for either. */
function cellsOf(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return [...cells, ...cells.map((row) => row.slice(0, 2))];
}
