import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveRepository } from '#test/repository-site.ts';
import { cookieOf, staffSettings } from '#test/staff-session.ts';
import { makeFolder } from '#test/temporary-folder.ts';

const course = 'courses/soil-science.mdx';
const ofDesk =
  /src\/(?:lib\/editing|lib\/store\/desk|app\/desk|components\/editor|components\/staff\/desk|pages\/staff\/content|pages\/preview)[/-]/;
const door = 'src/app/desk/create-desk.ts';
const ofOthers = findFunctions(/\bfunction (\w+)/g, (file) => !ofDesk.test(file));
/** Exported functions of the desk that no other module has: by them, a chunk of the bundle is recognised. */
const functionsOfDesk = findFunctions(/\bexport (?:async )?function (\w+)/g, (file) =>
  ofDesk.test(file),
).filter((name) => !ofOthers.includes(name));

function findFunctions(pattern: RegExp, isSearched: (file: string) => boolean): string[] {
  const files = globSync('src/{lib,app,pages}/**/*.ts').filter(isSearched);
  return files.flatMap((file) => listNames(readFileSync(file, 'utf8'), pattern));
}

function listNames(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].map(([, name = '']) => name);
}

/** Serves a site with a content repository in a process of its own. */
async function serve(settings: NodeJS.ProcessEnv) {
  const list = join(makeFolder(), 'list');
  const hook = pathToFileURL('test/list-modules.mjs').href;
  const served = await serveRepository(
    { ...staffSettings, ...settings, NODE_OPTIONS: `--import ${hook}`, LOADED_MODULES: list },
    { isSmall: true, asProcess: true },
  );
  onTestFinished(() => served.remove());
  return {
    ...served,
    /** What the processes of the site have loaded of the desk: modules, and functions in chunks of the bundle. */
    listLoaded() {
      const files = [...new Set(readFileSync(list, 'utf8').split('\n'))]
        .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'))
        .map((url) => fileURLToPath(url.replace(/[?#].*$/, '')))
        .filter((file) => existsSync(file));
      expect(files.length).toBeGreaterThan(100);
      const modules = files.filter((file) => ofDesk.test(file) && !file.endsWith(door));
      const chunks = files.filter((file) => file.endsWith('.mjs'));
      const bundled = chunks.flatMap((file) => listNames(readFileSync(file, 'utf8'), /\bfunction (\w+)/g));
      return { modules, functions: bundled.filter((name) => functionsOfDesk.includes(name)) };
    },
    async visitStaff() {
      const headers = { Accept: 'text/html', Cookie: await cookieOf('admin') };
      const paths = ['/staff', '/staff/questions', '/staff/content', '/preview/x/y', '/search?q=soil'];
      const answers = await Promise.all(paths.map((path) => fetch(served.site.origin + path, { headers })));
      return answers.map(({ status }) => status);
    },
  };
}

test('with DESK=off no process loads a module of the desk, and content of the repository is published', async () => {
  const site = await serve({ DESK: 'off' });
  const text = site.pushed.git('show', `origin/main:${course}`);

  const statuses = await site.visitStaff();
  site.pushed.push({ [course]: `${text}\n\nPublished without a desk.\n` });
  const hook = await site.callHook();
  await vi.waitFor(
    async () => expect(await site.text('/courses/soil-science')).toContain('Published without a desk.'),
    { timeout: 170_000, interval: 50 },
  );

  expect([...statuses, hook.status]).toEqual([200, 200, 404, 404, 200, 202]);
  expect(site.listLoaded()).toEqual({ modules: [], functions: [] });
});

test('the list of modules has those of the desk where it is on', async () => {
  const site = await serve({});

  const statuses = await site.visitStaff();

  expect(statuses).toEqual([200, 200, 200, 404, 200]);
  const { modules, functions } = site.listLoaded();
  expect(modules.length).toBeGreaterThan(20);
  expect(functions.length).toBeGreaterThan(10);
});
