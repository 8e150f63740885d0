import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/** A stored body. `content` is null if the body is read from its file on request. */
export type Body = {
  readonly file: string;
  /** The entity tag of the representation. File and entity tag together identify the content. */
  readonly etag: string;
  readonly bytes: number;
  content: Buffer | null;
  /** Whether the file was checked to exist with this size. */
  isChecked: boolean;
};

export type BodyStoreOptions = {
  /** Maximum bytes of bodies that are loaded into memory before they are requested. */
  memoryBudget: number;
  /** Maximum bytes of bodies that are cached after a request. Bodies larger than an eighth of this are not cached. */
  cacheBudget: number;
};

export type BodyStore = ReturnType<typeof createBodyStore>;

/**
 * Loads the bodies of one publication into memory up to one budget, and caches others (LRU) up to a second one.
 * @param cache the cache of the previous publication
 */
export function createBodyStore(
  { memoryBudget, cacheBudget }: BodyStoreOptions,
  cache = createBodyCache(cacheBudget),
) {
  const bodies = new Map<string, Body>();
  let preloadedBytes = 0;

  /** Reserves memory for a body if the budget allows. Returns what must be read from its file, if anything. */
  function reserve(body: Body): 'content' | 'size' | undefined {
    if (bodies.get(body.file) === body) return undefined;
    bodies.set(body.file, body);
    if (preloadedBytes + body.bytes > memoryBudget) {
      body.content = null;
      return body.isChecked ? undefined : 'size';
    }
    preloadedBytes += body.bytes;
    return body.content === null ? 'content' : undefined;
  }

  /**
   * Adds a body, and loads it from its file if the budget allows.
   * @throws Error if the file is missing or has the wrong size
   */
  function add(body: Body): void {
    const missing = reserve(body);
    if (missing === 'content') setContent(body, readFileSync(body.file));
    if (missing === 'size') checkSize(body, statSync(body.file).size);
  }

  /** Like `add`, without blocking the event loop. Returns undefined if nothing must be read. */
  function addLater(body: Body): (() => Promise<void>) | undefined {
    const missing = reserve(body);
    if (missing === undefined) return undefined;
    return async () => {
      if (missing === 'content') setContent(body, await readFile(body.file));
      else checkSize(body, (await stat(body.file)).size);
    };
  }

  /** @throws Error if the file was deleted or changed since the body was loaded */
  async function read(body: Body): Promise<Buffer> {
    const known = cache.get(body);
    if (known !== undefined) return known;
    const content = await readFile(body.file);
    if (content.length !== body.bytes) {
      throw new Error(`${body.file} was changed while the server was running: restart the server`);
    }
    cache.set(body, content);
    return content;
  }

  return {
    add,
    addLater,
    read,
    /** Used by the next publication, like `find`. */
    cache,
    find: (file: string) => bodies.get(file),
    /** Whether the body is too large to load as a whole for each request. */
    isLarge: (body: Body) => body.bytes > cacheBudget / 8,
    size: () => ({ preloaded: preloadedBytes, recent: cache.calculatedSize }),
  };
}

function setContent(body: Body, content: Buffer): void {
  checkSize(body, content.length);
  body.content = content;
}

function checkSize(body: Body, size: number): void {
  const { file, bytes } = body;
  if (size !== bytes) throw new Error(`${file} has ${size} bytes, not ${bytes}`);
  body.isChecked = true;
}

function createBodyCache(maxSize: number) {
  return new LRUCache<Body, Buffer>({ maxSize, sizeCalculation: ({ length }) => Math.max(1, length) });
}
