import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A stored body. `content` is null if the body is read from its file on request. */
export type Body = { readonly file: string; readonly bytes: number; content: Buffer | null };

export type BodyStoreOptions = {
  /** Maximum bytes of bodies that are loaded into memory at the start. */
  memoryBudget: number;
  /** Maximum bytes of bodies that are cached after a request. No cached body is larger than an eighth of it. */
  cacheBudget: number;
};

export type BodyStore = ReturnType<typeof createBodyStore>;

/** Holds bodies in memory up to a budget, and an LRU cache of the others up to another. */
export function createBodyStore({ memoryBudget, cacheBudget }: BodyStoreOptions) {
  const preloaded = new Map<string, Buffer | null>();
  const recent = new Map<string, Buffer>();
  let preloadedBytes = 0;
  let recentBytes = 0;

  /**
   * Loads the body from its file if the budget allows. Bodies of the same file share the memory.
   * @throws Error if the file is missing or has the wrong size
   */
  function preload(body: Body): void {
    let content = preloaded.get(body.file);
    if (content === undefined) {
      content = preloadedBytes + body.bytes <= memoryBudget ? readFileSync(body.file) : null;
      const size = content === null ? statSync(body.file).size : content.length;
      if (size !== body.bytes) throw new Error(`${body.file} has ${size} bytes, not ${body.bytes}`);
      if (content !== null) preloadedBytes += size;
      preloaded.set(body.file, content);
    }
    body.content = content;
  }

  /** @throws Error if the file was deleted or changed since the start */
  async function read(body: Body): Promise<Buffer> {
    const known = recent.get(body.file);
    if (known !== undefined) {
      recent.delete(body.file);
      recent.set(body.file, known);
      return known;
    }
    const content = await readExactly(body);
    keep(body.file, content);
    return content;
  }

  function keep(file: string, content: Buffer): void {
    if (recent.has(file)) return;
    recent.set(file, content);
    recentBytes += content.length;
    for (const [oldest, { length }] of recent) {
      if (recentBytes <= cacheBudget) return;
      recent.delete(oldest);
      recentBytes -= length;
    }
  }

  /** Whether the body is too large to load as a whole for each request. */
  const isLarge = (body: Body) => body.bytes > cacheBudget / 8;

  return { preload, read, isLarge, size: () => ({ preloaded: preloadedBytes, recent: recentBytes }) };
}

async function readExactly({ file, bytes }: Body): Promise<Buffer> {
  const content = await readFile(file);
  if (content.length === bytes) return content;
  throw new Error(`${file} was changed while the server was running: restart the server`);
}
