import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { serveAtOwnAddress, type McpSite } from '#test/http/mcp-site.ts';
import { useShared } from '#test/use-shared.ts';
import { makeFolder } from '#test/temporary-folder.ts';

/** Scenarios that apply to every server, or to features of this server. */
const applicable = ['dns-rebinding-protection', 'ping', 'resources-list', 'server-initialize', 'tools-list'];

/** Scenarios for features that this server does not have, by reason. */
const inapplicable: Readonly<Record<string, readonly string[]>> = {
  'call an example tool by its name': [
    'json-schema-2020-12',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-simple-text',
    'tools-call-with-logging',
    'tools-call-with-progress',
  ],
  'send requests to the client, which needs a session': [
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'tools-call-elicitation',
    'tools-call-sampling',
  ],
  'read example resources by their test:// addresses': [
    'resources-read-binary',
    'resources-read-text',
    'resources-templates-read',
  ],
  'subscribe to resources, which change only when content is published': [
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'use prompts': [
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'prompts-list',
  ],
  'use session streams, which are optional': ['server-sse-multiple-streams', 'server-sse-polling'],
  'use optional capabilities': ['completion-complete', 'logging-set-level'],
};

type Check = { status: string };

const site = useShared(() => serveAtOwnAddress());
let results: Map<string, Check[]>;

beforeAll(async () => {
  results = await runSuite(await readEndpoint(site));
});

test('every scenario of the conformance suite is listed', () => {
  const known = [...applicable, ...Object.values(inapplicable).flat()];

  expect([...results.keys()].sort()).toEqual(known.sort());
});

test.each(applicable)('the official conformance scenario %s passes', (scenario) => {
  const statuses = results.get(scenario)?.map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set(['SUCCESS']));
});

/** Discovers the endpoint from the server card. */
async function readEndpoint({ origin }: McpSite): Promise<URL> {
  const response = await fetch(`${origin}/.well-known/mcp/server-card.json`);
  const card = (await response.json()) as { remotes: { type: string; url: string }[] };
  const remote = card.remotes.find(({ type }) => type === 'streamable-http');
  return new URL(remote?.url ?? 'about:no-remote');
}

/** Runs the official suite as a process and reads its results. */
async function runSuite(endpoint: URL): Promise<Map<string, Check[]>> {
  const folder = makeFolder();
  const cli = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
  const child = spawn(
    process.execPath,
    [cli, 'server', '--url', endpoint.href, '--suite', 'all', '-o', folder],
    {
      stdio: 'ignore',
    },
  );
  await new Promise((ended) => child.on('exit', ended));
  const found = readdirSync(folder).map((name): [string, Check[]] => {
    const scenario = name.replace(/^server-(.*)-\d{4}-\d{2}-\d{2}T.*$/, '$1');
    return [scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]];
  });
  rmSync(folder, { recursive: true });
  return new Map(found);
}
