import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

const mebibyte = 1024 * 1024;

/** A stored body: a file of the publication. */
export type Body = {
  readonly file: string;
  /** The entity tag of the representation. */
  readonly etag: string;
  readonly bytes: number;
};

export type BodyStoreOptions = {
  /** Maximum bytes of bodies in memory. Bodies larger than a sixteenth of this are always streamed. */
  cacheBudget?: number;
};

export type BodyStore = ReturnType<typeof createBodyStore>;

/** Keeps the bodies that were requested last in memory (LRU), for all publications that a process serves. */
export function createBodyStore({ cacheBudget = 128 * mebibyte }: BodyStoreOptions = {}) {
  const cache = new LRUCache<Body, Buffer>({
    maxSize: cacheBudget,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  return {
    /** The body if it is in memory. */
    get: (body: Body) => cache.get(body),
    /** Reads the body from its file into memory. @throws Error if the file was removed or changed since it was checked */
    async read(body: Body): Promise<Buffer> {
      const content = await readFile(body.file);
      if (content.length !== body.bytes) {
        throw new Error(`${body.file} was changed while the server was running: restart the server`);
      }
      cache.set(body, content);
      return content;
    },
    /** Whether the body is too large to load as a whole for each request. */
    isLarge: (body: Body) => body.bytes > cacheBudget / 16,
    /** The bytes in memory. */
    size: () => cache.calculatedSize,
  };
}

/** @throws Error if the file of the body has another size */
export function checkSize({ file, bytes }: Body, size: number): void {
  if (size !== bytes) throw new Error(`${file} has ${size} bytes, not ${bytes}`);
}
