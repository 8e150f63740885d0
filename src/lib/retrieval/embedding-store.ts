import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Caches vectors on disk by embedding model and text hash, so that each text is paid for once. */
export type EmbeddingStore = {
  /** Returns the cached vectors by hash. */
  read(hashes: readonly string[]): Map<string, Float32Array>;
  /** Durable when it returns. */
  write(vectors: readonly { hash: string; vector: Float32Array }[]): void;
  /** Deletes all other vectors, and those of other models. */
  retainOnly(hashes: readonly string[]): void;
  close(): void;
};

const schema = `
  create table if not exists vectors (
    model text not null, hash text not null, vector blob not null, primary key (model, hash)
  ) without rowid`;

/** Opens `embeddings.sqlite` for one model. A corrupt file is deleted and recreated, since it is only a cache. */
export function openEmbeddingStore(dataDir: string, model: string): EmbeddingStore {
  mkdirSync(dataDir, { recursive: true });
  const database = openOrRecreate(join(dataDir, 'embeddings.sqlite'));
  const select = database.prepare('select vector from vectors where model = ? and hash = ?');
  const insert = database.prepare('insert or replace into vectors values (?, ?, ?)');
  const deleteOthers = database.prepare(
    'delete from vectors where model <> ? or hash not in (select value from json_each(?))',
  );
  return {
    read(hashes) {
      const rows = hashes.map((hash) => [hash, select.get(model, hash)?.['vector']] as const);
      return new Map(
        rows.flatMap(([hash, bytes]) =>
          bytes instanceof Uint8Array && bytes.length > 0 && bytes.length % 4 === 0
            ? [[hash, new Float32Array(bytes.slice().buffer)] as const]
            : [],
        ),
      );
    },
    write(vectors) {
      database.exec('begin immediate');
      try {
        for (const { hash, vector } of vectors) {
          insert.run(model, hash, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
        }
        database.exec('commit');
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    retainOnly: (hashes) => void deleteOthers.run(model, JSON.stringify(hashes)),
    close: () => {
      database.close();
    },
  };
}

function openOrRecreate(file: string): DatabaseSync {
  try {
    return open(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return open(file);
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = normal; ${schema}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
