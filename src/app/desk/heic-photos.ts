import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const processFile = fileURLToPath(new URL('./decode-heic.ts', import.meta.url));
const timeout = 60_000;

/**
 * Converts a HEIC photo to JPEG, upright and without metadata. It runs in a process of its own, because decoding takes
 * seconds of CPU and up to 0.8 GB of memory.
 * @throws Error if the photo is damaged, has more than 50 megapixels or takes too long
 */
export async function convertHeic(bytes: Buffer): Promise<Buffer> {
  const child = spawn(process.execPath, [processFile], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // The process may end before it has read everything; its exit code says so.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [jpeg, code] = await Promise.all([buffer(child.stdout), ended]);
  if (code !== 0) throw new Error(`the photo was not converted (${code ?? 'stopped'})`);
  return jpeg;
}
