import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pageFile, writeContent } from './handbook-pages.ts';

/**
 * Measures how long other generators take for the pages of bench/publish.ts: the first build, and the whole build after
 * one edit, before which they do not show the edit. Installs them into .cache/bench/peers on first use. Usage: node
 * bench/publish-peers.ts [pages ...] [generator ...]
 */
const root = resolve('.cache/bench/peers');
const edited = pageFile(0);
/** In seconds. Sizes whose builds would take longer are left out. */
const longest = 180;

const packages = { '@11ty/eleventy': '3.1.8', '@astrojs/starlight': '0.42.4', astro: '7.3.5' };

type Generator = {
  name: string;
  /** Path of the generator's command below `node_modules`, with arguments. */
  command: readonly string[];
  /** Returns the project's files by path. @param content path of the pages */
  files: (content: string) => Record<string, string>;
  /** Output folder, relative to the project. */
  output: string;
};

const contentPath = (content: string) => JSON.stringify(content);

const generators: readonly Generator[] = [
  {
    name: 'astro',
    command: ['astro/bin/astro.mjs', 'build', '--silent'],
    output: 'dist',
    files: (content) => ({
      'astro.config.mjs': 'export default {};',
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
const pages = defineCollection({ loader: glob({ pattern: '**/*.md', base: ${contentPath(content)} }) });
export const collections = { pages };`,
      'src/layouts/Page.astro': `---
const { title } = Astro.props;
---
<html lang="en"><head><meta charset="utf-8" /><title>{title}</title></head>
<body><main><h1>{title}</h1><slot /></main></body></html>`,
      'src/pages/[...slug].astro': `---
import { getCollection, render } from 'astro:content';
import Page from '../layouts/Page.astro';
export async function getStaticPaths() {
  return (await getCollection('pages')).map((entry) => ({ params: { slug: entry.id }, props: { entry } }));
}
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<Page title={entry.data.title}><Content /></Page>`,
    }),
  },
  {
    name: 'starlight',
    command: ['astro/bin/astro.mjs', 'build', '--silent'],
    output: 'dist',
    files: (content) => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';
export default { site: 'https://docs.example', integrations: [starlight({ title: 'Handbook' })] };`,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
const loader = glob({ pattern: '**/*.md', base: ${contentPath(content)} });
export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };`,
    }),
  },
  {
    name: 'eleventy',
    command: ['@11ty/eleventy/cmd.cjs', '--quiet'],
    output: '_site',
    files: (content) => ({
      'eleventy.config.mjs': `export default function (config) {
  config.addGlobalData('layout', 'page.html');
  return { dir: { input: ${contentPath(content)}, includes: '../layouts', output: '_site' } };
}`,
      'layouts/page.html': `<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head>
<body><main><h1>{{ title }}</h1>{{ content }}</main></body></html>`,
    }),
  },
];

install();
const rows: Record<string, string>[] = [];
for (const generator of generators.filter(({ name }) => isAsked(name))) await measureSizes(generator);
console.log('\nThe same pages in other generators, in seconds');
console.table(rows);

function isAsked(name: string): boolean {
  const names = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
  return names.length === 0 || names.includes(name);
}

function sizes(): number[] {
  const given = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
  return given.length > 0 ? given.map(Number) : [100, 1000, 5000];
}

function install(): void {
  mkdirSync(root, { recursive: true });
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: packages });
  const file = join(root, 'package.json');
  if (existsSync(join(root, 'node_modules')) && readFileSync(file, 'utf8') === manifest) return;
  writeFileSync(file, manifest);
  const shell = process.platform === 'win32';
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: root, shell });
}

async function measureSizes(generator: Generator): Promise<void> {
  let last = { pages: 0, seconds: 0 };
  for (const pages of sizes()) {
    // With few pages, most of the time is start-up, so it does not predict larger sizes.
    if (last.pages >= 1000 && (last.seconds / last.pages) * pages > longest) {
      rows.push({ generator: generator.name, pages: String(pages), 'after one edit': 'over 3 minutes' });
      continue;
    }
    last = { pages, seconds: await measure(generator, pages) };
  }
}

/** @returns the seconds of the build after one edit */
async function measure(generator: Generator, pages: number): Promise<number> {
  const project = join(root, generator.name);
  for (const folder of ['src', 'layouts', 'content', 'dist', '_site', '.astro', 'node_modules'])
    rmSync(join(project, folder), { recursive: true, force: true });
  const content = join(project, 'content');
  writeContent(content, pages);
  for (const [path, text] of Object.entries(generator.files(content))) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const first = await build(generator, project);
  const mark = `zyx${pages}`;
  appendFileSync(join(content, edited), `\nA sentence with ${mark}.\n`);
  const again = await build(generator, project);
  const page = join(project, generator.output, edited.replace(/\.md$/, '/index.html'));
  if (!readFileSync(page, 'utf8').includes(mark)) throw new Error(`${generator.name} did not build the edit`);
  rows.push({
    generator: generator.name,
    pages: String(pages),
    'first build': first.toFixed(1),
    'after one edit': again.toFixed(1),
    'machine load': loadavg()[0]?.toFixed(1) ?? '',
  });
  return again;
}

/** @returns the seconds of the build */
async function build({ command: [file = '', ...options] }: Generator, project: string): Promise<number> {
  const began = performance.now();
  await new Promise<void>((done, fail) => {
    let output = '';
    const child = spawn(process.execPath, [join(root, 'node_modules', file), ...options], {
      cwd: project,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(output.slice(-2000)))));
  });
  return (performance.now() - began) / 1000;
}
