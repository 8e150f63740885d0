import { spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeContent } from './handbook-pages.ts';

/**
 * Builds 100, 1,000 and 5,000 handbook pages, from scratch and after one edit. Prints the time, the share of
 * publishing, and peak memory. Usage: node bench/build.ts [pages ...]
 */
const sizes = process.argv.slice(2).map(Number);
const root = '.cache/bench/build';

for (const size of sizes.length > 0 ? sizes : [100, 1000, 5000]) {
  const contentDir = join(root, `content-${size}`);
  writeContent(contentDir, size);
  rmSync('.astro', { recursive: true, force: true });
  rmSync('node_modules/.astro', { recursive: true, force: true });
  report(`${size} pages, cold`, await build(contentDir));
  appendFileSync(join(contentDir, 'handbook/section-0/page-0.md'), '\nOne more sentence.\n');
  report(`${size} pages, one edited`, await build(contentDir));
}

type Figures = { seconds: number; publishing: number; mebibytes: number };

function report(name: string, { seconds, publishing, mebibytes }: Figures): void {
  const share = (100 * publishing) / (seconds - publishing);
  console.log(
    `${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s, of which publishing ${publishing.toFixed(1)} s (${share.toFixed(0)} % on top of Astro), at most ${mebibytes.toFixed(0)} MiB`,
  );
}

function build(contentDir: string): Promise<Figures> {
  const started = performance.now();
  let publishingSince = 0;
  let publishing = 0;
  const args = [
    '-v',
    process.execPath,
    'node_modules/astro/bin/astro.mjs',
    'build',
    '--outDir',
    join(root, 'dist'),
  ];
  return new Promise((done, fail) => {
    const child = spawn('/usr/bin/time', args, { env: { ...process.env, CONTENT_DIR: contentDir } });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (publishingSince === 0 && output.includes('Rearranging server assets'))
        publishingSince = performance.now();
      if (publishing === 0 && output.includes('[lectern] published'))
        publishing = (performance.now() - publishingSince) / 1000;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', fail);
    child.on('exit', (code) => {
      const memory = /Maximum resident set size \(kbytes\): (\d+)/.exec(output)?.[1];
      if (code !== 0) return fail(new Error(output.slice(-2000)));
      done({ seconds: (performance.now() - started) / 1000, publishing, mebibytes: Number(memory) / 1024 });
    });
  });
}
