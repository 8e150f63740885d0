import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildEnvironment } from '#app/env.ts';

/** The content of the corpus site: the sample's, with the real handbook. */
export const corpusContentDir = resolve('.cache/corpus/content');

/**
 * Builds the site with the real handbook.
 * @returns the folder of the build, inside the project because a build resolves packages from where it is
 */
export async function buildCorpusSite(corpusDir: string, outDir = '.cache/corpus/dist'): Promise<string> {
  rmSync(corpusContentDir, { recursive: true, force: true });
  cpSync('src/content', corpusContentDir, { recursive: true });
  rmSync(join(corpusContentDir, 'handbook'), { recursive: true, force: true });
  cpSync(join(corpusDir, 'tts-handbook'), join(corpusContentDir, 'handbook'), { recursive: true });
  await build(corpusContentDir, outDir);
  return outDir;
}

function build(contentDir: string, outDir: string): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir], {
      env: { ...buildEnvironment(), CONTENT_DIR: contentDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('exit', (code) =>
      code === 0 ? done() : fail(new Error(`the build ended with ${code}:\n${output}`)),
    );
  });
}
