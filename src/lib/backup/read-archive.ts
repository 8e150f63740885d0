import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { messageOf } from '#lib/base/message-of.ts';
import { manifestName, manifestSchema, type BackupManifest } from './backup-manifest.ts';
import { blockSize, padding, readLongName, readTarHeader } from './tar-format.ts';

/** A file of a backup. Its body can be read until the next file is; what is not read is skipped. */
export type ArchivedFile = { name: string; body: AsyncIterable<Buffer> };

/** Reads the files of a backup in their order. @throws Error if it is cut off or damaged */
export async function* readArchive(file: string): AsyncGenerator<ArchivedFile> {
  const gunzip = createGunzip();
  pipeline(createReadStream(file), gunzip, () => undefined);
  try {
    yield* readFiles(createByteReader(gunzip));
  } finally {
    gunzip.destroy();
  }
}

async function* readFiles(bytes: ReturnType<typeof createByteReader>): AsyncGenerator<ArchivedFile> {
  let name: string | undefined;
  for (;;) {
    const header = readTarHeader(await bytes.readAll(blockSize));
    if (!header) return;
    const { size } = header;
    const body = bytes.readSome(size);
    if (header.isLongName) name = readLongName(await buffer(body));
    else {
      yield { name: name ?? header.name, body };
      name = undefined;
    }
    await skip(body);
    await bytes.readAll(padding(size).length);
  }
}

/**
 * Reads a whole backup, and compares each file with the manifest.
 * @throws Error if the backup is incomplete or damaged, or may not be read
 */
export async function verifyArchive(file: string): Promise<BackupManifest> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`there is no file ${file}`);
  if (found.isDirectory()) throw new Error(`${file} is a folder: name the file of the backup`);
  const { manifest, files } = await readWhole(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error;
    throw new Error(`${file} is damaged, not a backup, or of a newer release: ${messageOf(error)}`, {
      cause: error,
    });
  });
  for (const name of new Set([...Object.keys(files), ...Object.keys(manifest.files)])) {
    const [found, expected] = [files[name], manifest.files[name]];
    if (found?.sha256 !== expected?.sha256 || found?.bytes !== expected?.bytes)
      throw new Error(`${file} is damaged: ${name} is not what the manifest says`);
    if (!isSafeName(name)) throw new Error(`${file} is damaged: ${name} is outside of the site`);
  }
  return manifest;
}

async function readWhole(file: string) {
  const files: BackupManifest['files'] = {};
  let manifest: BackupManifest | undefined;
  for await (const { name, body } of readArchive(file)) {
    if (name === manifestName) {
      const parsed = manifestSchema.safeParse(JSON.parse((await buffer(body)).toString()));
      if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
      manifest = parsed.data;
      continue;
    }
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    files[name] = { bytes, sha256: hash.digest('hex') };
  }
  if (!manifest) throw new Error('its end is missing');
  return { manifest, files };
}

function isSafeName(name: string): boolean {
  return name.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part));
}

async function skip(body: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await body.next()).done);
}

/** Reads exact numbers of bytes from a stream. */
function createByteReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0) as Buffer;

  /** Yields the next bytes in the chunks of the stream. */
  async function* readSome(size: number): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new Error('its end is missing');
        rest = next.value;
      }
      const chunk = rest.subarray(0, missing);
      rest = rest.subarray(chunk.length);
      missing -= chunk.length;
      yield chunk;
    }
  }

  return { readSome, readAll: (size: number) => buffer(readSome(size)) };
}
