import { fileURLToPath } from 'node:url';
import { createHelperProcess } from '#app/helper-process.ts';

const decoder = createHelperProcess<Buffer, Uint8Array>({
  file: fileURLToPath(new URL('./decode-heic.ts', import.meta.url)),
  environment: {},
  stderr: 'ignore',
  times: { answer: 60_000, idle: 0 },
});

/**
 * Converts a HEIC photo to JPEG, upright and without metadata. It runs in a helper process, because decoding takes
 * seconds of CPU and up to 0.8 GB of memory.
 * @throws Error if the photo is damaged, has more than 50 megapixels or takes too long
 */
export async function convertHeic(bytes: Buffer): Promise<Buffer> {
  return Buffer.from(await decoder.ask(bytes));
}
