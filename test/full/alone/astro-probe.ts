import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import node from '@astrojs/node';
import { build, dev, type AstroInlineConfig } from 'astro';

/**
 * Builds and previews a small site with the installed Astro, and prints the values that astro-contract.test.ts checks, as one
 * line of JSON. Runs in its own process, because Astro does not render previews inside vitest.
 */
const root = join('.cache', 'astro-contract');
const files = {
  'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
const notes = await getCollection('notes');
---
<style is:inline>p { color: red }</style>
<p>{notes.map(({ data }) => data.title).join()}</p>`,
  'src/pages/dynamic.astro': `---
export const prerender = false;
---
<style>b { color: blue }</style><script>document.title = 'x';</script><b>{Astro.locals.given}</b>`,
  'src/pages/api/echo.ts': `export const prerender = false;
export const GET = ({ locals, routePattern }) => Response.json([locals.given, routePattern], { status: 404 });`,
  'src/pages/api/rejecting.ts': `export const prerender = false;
export const GET = () => { void Promise.reject(new Error('late')); return new Response('sent'); };`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
const loader = glob({ base: './notes', pattern: '*.md' });
export const collections = { notes: defineCollection({ loader, schema: z.object({ title: z.string() }) }) };`,
  'notes/good.md': '---\ntitle: First\n---\n',
};

const seen: Record<string, unknown> = {};
rmSync(root, { recursive: true, force: true });
for (const [name, text] of Object.entries(files)) write(name, text);
const log = process.stdout.write.bind(process.stdout);

const config: AstroInlineConfig = {
  root,
  configFile: false,
  logLevel: 'error',
  adapter: node({ mode: 'middleware' }),
  build: { format: 'file', inlineStylesheets: 'always' },
  security: { checkOrigin: false },
  integrations: [
    {
      name: 'contract',
      hooks: {
        'astro:build:ssr': ({ manifest }) => {
          const { routes } = manifest;
          seen['origins'] = routes.map(({ routeData }) => `${routeData.route} ${routeData.origin}`);
          const dynamic = routes.find(({ routeData }) => routeData.route === '/dynamic');
          seen['styles'] = dynamic?.styles.map((style) => ({ ...style }));
          seen['inlinedScripts'] = manifest.inlinedScripts;
        },
      },
    },
  ],
};

await probeBuild();
await probeDev();
log(`${JSON.stringify(seen)}\n`);
process.exit();

async function probeBuild(): Promise<void> {
  await build(config);
  const listeners = process.listenerCount('unhandledRejection');
  const entry = pathToFileURL(join(root, 'dist/server/entry.mjs')).href;
  const { handler } = (await import(entry)) as {
    handler: (request: unknown, response: unknown, next: () => void, locals: object) => void;
  };
  seen['rejectionListeners'] = process.listenerCount('unhandledRejection') - listeners;
  const server = createServer((request, response) =>
    handler(request, response, () => response.writeHead(404).end('next'), { given: 'local' }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const printed: string[] = [];
  console.error = console.info = console.log = (...values: unknown[]) => void printed.push(values.join(' '));
  const ask = async (path: string) => (await fetch(origin + path)).text();
  seen['endpoint'] = await ask('/api/echo');
  seen['spellings'] = [await ask('/api/echo/'), await ask('/api/echo.html')];
  seen['unknown'] = await ask('/unknown');
  seen['locals'] = (await ask('/dynamic')).includes('>local</b>');
  await ask('/api/rejecting');
  await sleep(50);
  seen['printed'] = /Unhandled rejection while rendering/.test(printed.join());
  server.close();
}

async function probeDev(): Promise<void> {
  const server = await dev({ ...config, server: { host: '127.0.0.1', port: 0 } });
  const origin = `http://127.0.0.1:${server.address.port}`;
  write('notes/good.md', '---\ntitle: Second\n---\n');
  write('notes/added.md', '---\ntitle: Added\n---\n');
  const isShown = async () => /Second/.test(await (await fetch(origin)).text());
  for (let tries = 0; tries < 100 && !(await isShown()); tries += 1) await sleep(100);
  seen['saved'] = /<p[^>]*>([^<]*)/.exec(await (await fetch(origin)).text())?.[1];
  await server.stop();
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
