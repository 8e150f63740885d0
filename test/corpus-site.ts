import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvironment } from '#app/env.ts';

/**
 * Builds the site with the real handbook, from a temporary content folder.
 * @returns the folder of the build, inside the project because a build resolves its packages there
 */
export async function buildCorpusSite(corpusDir: string, outDir = '.cache/corpus/dist'): Promise<string> {
  const contentDir = mkdtempSync(join(tmpdir(), 'lectern-content-'));
  try {
    cpSync('src/content', contentDir, { recursive: true });
    rmSync(join(contentDir, 'handbook'), { recursive: true, force: true });
    cpSync(join(corpusDir, 'tts-handbook'), join(contentDir, 'handbook'), { recursive: true });
    await build(contentDir, outDir);
    return outDir;
  } finally {
    rmSync(contentDir, { recursive: true, force: true });
  }
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
