import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Caches vectors on disk by embedding model and text hash, so that each text is embedded once. A row whose hash has a
 * suffix, from a dot on, belongs to that text; it may contain several vectors.
 */
export type EmbeddingStore = {
  /** Returns the cached vectors by hash. */
  read(hashes: readonly string[]): Map<string, Int8Array>;
  has(hash: string): boolean;
  /** The vectors are durable when it returns. */
  write(vectors: readonly { hash: string; vector: Int8Array }[]): void;
  /** Deletes all vectors except those of these texts, including those of other models. */
  retainOnly(hashes: readonly string[]): void;
  close(): void;
};

type StoreOptions = {
  file: string;
  /** The `key` of the embedder. */
  model: string;
  /** Vectors from the build, opened read-only: the fallback for vectors that `file` lacks. */
  builtFile?: string | undefined;
};

/** With row ids, because in an index of hashes alone a row is found three times as fast. */
const schema = `
  create table if not exists vectors (
    model text not null, hash text not null, vector blob not null, primary key (model, hash)
  )`;
const select = 'select vector from vectors where model = ? and hash = ?';

/** Opens the vectors of one model. A corrupt file is deleted and recreated, since it is only a cache. */
export function openEmbeddingStore({ file, model, builtFile }: StoreOptions): EmbeddingStore {
  mkdirSync(dirname(file), { recursive: true });
  const database = openOrRecreate(file);
  const built = openBuilt(builtFile);
  const selects = [database, ...built].map((each) => each.prepare(select));
  const insert = database.prepare('insert or replace into vectors values (?, ?, ?)');
  const deleteOthers = database.prepare(
    `delete from vectors where model <> ?
      or substr(hash, 1, instr(hash || '.', '.') - 1) not in (select value from json_each(?))`,
  );
  const find = database.prepare('select 1 from vectors where model = ? and hash = ?');
  return {
    read(hashes) {
      const vectors = new Map<string, Int8Array>();
      for (const hash of hashes) {
        for (const statement of selects) {
          const bytes = vectors.has(hash) ? undefined : statement.get(model, hash)?.['vector'];
          if (bytes instanceof Uint8Array && bytes.length > 0)
            vectors.set(hash, new Int8Array(bytes.slice().buffer));
        }
      }
      return vectors;
    },
    has: (hash) => find.get(model, hash) !== undefined,
    write(vectors) {
      database.exec('begin immediate');
      try {
        for (const { hash, vector } of vectors) insert.run(model, hash, vector);
        database.exec('commit');
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    retainOnly: (hashes) => void deleteOthers.run(model, JSON.stringify(hashes)),
    close() {
      for (const each of [database, ...built]) each.close();
    },
  };
}

function openBuilt(file: string | undefined): DatabaseSync[] {
  return file !== undefined && existsSync(file) ? [new DatabaseSync(file, { readOnly: true })] : [];
}

function openOrRecreate(file: string): DatabaseSync {
  try {
    return open(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
    return open(file);
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`pragma journal_mode = delete; pragma synchronous = normal; ${schema}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
