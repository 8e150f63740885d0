import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buildEnvironment } from '#app/env.ts';
import { freePort } from './ports.ts';

export type Preview = { origin: string; stop(): Promise<void> };

/** Starts `npm run dev` with an empty cache. @throws Error with its output if it exits before it listens */
export async function startPreview(contentDir: string): Promise<Preview> {
  rmSync('.cache/preview', { recursive: true, force: true });
  // Astro renders no pages if it detects vitest.
  const environment = Object.fromEntries(
    Object.entries(buildEnvironment()).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name)),
  );
  const preview = spawn(process.execPath, ['scripts/dev.ts'], {
    env: {
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: '.cache/dev-test-data',
      CONTENT_DIR: contentDir,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(preview, 'exit');
  const origin = await new Promise<string>((done, fail) => {
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found) done(found);
    };
    preview.stdout.on('data', take);
    preview.stderr.on('data', take);
    preview.on('exit', (code) => fail(new Error(`the preview ended with ${code}: ${output}`)));
  });
  return {
    origin,
    async stop() {
      preview.kill('SIGTERM');
      await ended;
    },
  };
}
