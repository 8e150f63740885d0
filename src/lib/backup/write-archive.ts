import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { messageOf } from '#lib/base/message-of.ts';
import { manifestName, type BackupManifest } from './backup-manifest.ts';
import { verifyArchive } from './read-archive.ts';
import { endOfTar, padding, writeTarHeader } from './tar-format.ts';

export type ArchiveWriter = {
  addBytes(name: string, bytes: Buffer): Promise<void>;
  addFile(name: string, file: string): Promise<void>;
  /** Adds the manifest, writes everything to the disk, and reads it back. @throws Error if it differs */
  finish(manifest: Omit<BackupManifest, 'files'>): Promise<void>;
  /** Removes what was written. */
  abort(): Promise<void>;
};

/** Creates a compressed tar archive, which only its owner may read. @throws Error if the file exists */
export function createArchive(file: string): ArchiveWriter {
  const files: BackupManifest['files'] = {};
  const gzip = createGzip({ level: 1 });
  const written = pipeline(gzip, createWriteStream(file, { fd: openSync(file, 'wx', 0o600), flush: true }));
  // The next write reports it.
  written.catch(() => undefined);

  async function write(chunk: Buffer): Promise<void> {
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written]);
  }

  async function add(name: string, size: number, body: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    await write(writeTarHeader(name, size));
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
      await write(chunk);
    }
    if (bytes !== size) throw new Error(`${name} became shorter while it was read: try again`);
    await write(padding(size));
    files[name] = { bytes, sha256: hash.digest('hex') };
  }

  async function addBytes(name: string, bytes: Buffer): Promise<void> {
    await add(name, bytes.length, only(bytes));
  }

  return {
    addBytes,
    async addFile(name, path) {
      const { size } = await stat(path);
      // A file that grows meanwhile is cut at this size.
      if (size === 0) await addBytes(name, Buffer.alloc(0));
      else await add(name, size, createReadStream(path, { end: size - 1 }));
    },
    async finish(manifest) {
      await addBytes(manifestName, Buffer.from(JSON.stringify({ ...manifest, files })));
      gzip.end(endOfTar);
      await written;
      await verifyArchive(file).catch((cause: unknown) => {
        throw new Error(`what was written cannot be read back, so check the disk: ${messageOf(cause)}`, {
          cause,
        });
      });
    },
    async abort() {
      gzip.destroy();
      await written.catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
