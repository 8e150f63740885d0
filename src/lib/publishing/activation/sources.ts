import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { documentAddress, isPublishedDocument } from '#lib/content/download.ts';
import { collectionNames } from '#lib/content/collections.ts';
import { listFiles } from '#lib/base/list-files.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import { writeWhole } from './representations.ts';

/** A file in the content folder, or one of the institute's files. */
export type SourceFile = {
  /**
   * Path in the content folder: `courses/soil-science.mdx`. For the institute's files, `institute.yaml` or
   * `public/icon.svg`.
   */
  path: string;
  hash: string;
  /** Undefined for pictures and other files that are not text. */
  text: string | undefined;
  /** Content of a picture in a draft, which is stored nowhere else. */
  bytes?: Buffer;
};

/** All files of a content folder, by path. A file that has not changed is the same object in later states. */
export type Sources = ReadonlyMap<string, SourceFile>;

/** A state of a content folder. `placeOf` returns where a file was read. */
export type ReadFolder = { sources: Sources; placeOf: (path: string) => string };

/** The institute's files outside the content folder. */
export type InstituteFiles = {
  /** Its facts, `institute.yaml`. */
  factsFile: string;
  /** Files for the public, which may be missing. */
  publicFolder: string;
};

const publicPrefix = 'public/';

const isInCollection = (path: string) => collectionNames.some((name) => path.startsWith(`${name}/`));

const isText = (path: string) => /\.(mdx?|yaml)$/.test(path) && !path.startsWith(publicPrefix);

/** True if a file is outside the content folder. @param path as in `Sources` */
export function isOfInstitute(path: string): boolean {
  return path === instituteFileName || path.startsWith(publicPrefix);
}

/** Lists the institute's files for the public, and the documents of the content, with their addresses. */
export function listPublicFiles(sources: Sources): { address: string; file: SourceFile }[] {
  return [...sources.values()].flatMap((file) => {
    if (file.path.startsWith(publicPrefix)) {
      return [{ address: file.path.slice(publicPrefix.length - 1), file }];
    }
    return isPublishedDocument(file.path) ? [{ address: documentAddress(file.path), file }] : [];
  });
}

/**
 * Returns a function that reads the folder; later calls read only changed files. A symbolic link is resolved once per
 * call, so that all files are from the same state even if the link changes meanwhile.
 */
export function createFolderReader(folder: string, institute?: InstituteFiles): () => Promise<ReadFolder> {
  const known = new Map<string, { stamp: string; file: SourceFile }>();
  return async () => {
    const refuse = (cause: unknown) => {
      throw new Error(`the content folder ${folder} cannot be read`, { cause });
    };
    const { directory, placeBeside } = await resolveLinks(folder).catch(refuse);
    const paths = (await listFiles(directory).catch(refuse)).filter((path) => !isOfInstitute(path));
    if (!paths.some((path) => isText(path) && isInCollection(path)))
      throw new Error(`the content folder ${folder} has no content files`);
    const placed = paths.map((path) => ({ path, place: join(directory, path) }));
    if (institute) placed.push(...(await placeInstitute(institute, placeBeside)));
    const files = await mapConcurrently(placed, 32, async ({ path, place }) => {
      // Takes a tenth of the time of the asynchronous call.
      const { size, mtimeMs, ctimeMs, ino } = statSync(place);
      const stamp = [size, mtimeMs, ctimeMs, ino].join();
      const last = known.get(path);
      if (last?.stamp === stamp) return last.file;
      const bytes = await readFile(place);
      const hash = hashOf(bytes);
      const file =
        last?.file.hash === hash
          ? last.file
          : { path, hash, text: isText(path) ? bytes.toString('utf8') : undefined };
      known.set(path, { stamp, file });
      return file;
    });
    const places = new Map(placed.map(({ path, place }) => [path, place]));
    return {
      sources: new Map(files.map((file) => [file.path, file])),
      placeOf: (path) => places.get(path) ?? join(directory, path),
    };
  };
}

/** @returns the folder, and a function that gives the path of a file beside it, in the same state */
async function resolveLinks(folder: string) {
  const parent = await realpath(dirname(folder));
  return {
    directory: await realpath(join(parent, basename(folder))),
    placeBeside: (path: string) => {
      const below = relative(resolve(dirname(folder)), resolve(path));
      return below.startsWith('..') || isAbsolute(below) ? path : join(parent, below);
    },
  };
}

async function placeInstitute(named: InstituteFiles, placeBeside: (path: string) => string) {
  const [factsFile, publicFolder] = [placeBeside(named.factsFile), placeBeside(named.publicFolder)];
  const files = await listFiles(publicFolder);
  return [
    ...(existsSync(factsFile) ? [{ path: instituteFileName, place: factsFile }] : []),
    ...files.map((file) => ({ path: publicPrefix + file, place: join(publicFolder, file) })),
  ];
}

const snapshotSchema = z.record(z.string(), z.string());

/** Stores the files of published content under their hashes, and snapshots that list them, in the folder of a build. */
export function createSourceStore(folder: string) {
  const fileOf = (hash: string) => join(folder, hash);

  async function put(bytes: Buffer | string): Promise<string> {
    const hash = hashOf(bytes);
    if (!existsSync(fileOf(hash))) {
      await mkdir(folder, { recursive: true });
      await writeWhole(fileOf(hash), bytes);
    }
    return hash;
  }

  return {
    read: (hash: string) => readFile(fileOf(hash)),
    /** @returns the hash of the snapshot */
    async saveSnapshot(sources: Sources, placeOf: ReadFolder['placeOf']): Promise<string> {
      await mapConcurrently([...sources.values()], 16, async ({ path, hash, text }) => {
        if (!existsSync(fileOf(hash))) await put(text ?? (await readFile(placeOf(path))));
      });
      return put(JSON.stringify(Object.fromEntries([...sources].map(([path, { hash }]) => [path, hash]))));
    },
    async readSnapshot(hash: string): Promise<Sources> {
      const files = snapshotSchema.parse(JSON.parse(await readFile(fileOf(hash), 'utf8')));
      const read = await mapConcurrently(Object.entries(files), 32, async ([path, each]) => ({
        path,
        hash: each,
        text: isText(path) ? await readFile(fileOf(each), 'utf8') : undefined,
      }));
      return new Map(read.map((file) => [file.path, file]));
    },
    /** The hashes of a snapshot's files that the desk may edit, by path: not those of the institute's public files. */
    async hashesOf(hash: string): Promise<ReadonlyMap<string, string>> {
      const files = snapshotSchema.parse(JSON.parse(await readFile(fileOf(hash), 'utf8')));
      return new Map(Object.entries(files).filter(([path]) => !path.startsWith(publicPrefix)));
    },
    /** The names of the files that a snapshot needs. */
    async filesOf(hash: string): Promise<string[]> {
      const files = snapshotSchema.parse(JSON.parse(await readFile(fileOf(hash), 'utf8')));
      return [hash, ...Object.values(files)];
    },
  };
}

export type SourceStore = ReturnType<typeof createSourceStore>;

/** Reuses the objects of unchanged files, which are the keys of cached parsed content. */
export function keepSame(read: Sources, last: Sources | undefined): Sources {
  return new Map(
    [...read].map(([path, file]) => {
      const known = last?.get(path);
      return [path, known?.hash === file.hash ? known : file];
    }),
  );
}

/** Files with errors keep their state in `last`, or are left out if they have none. */
export function withoutRefused(
  read: Sources,
  { last, refused }: { last: Sources; refused: ReadonlySet<string> },
): Sources {
  return new Map(
    [...read].flatMap(([path, file]) => {
      const kept = refused.has(path) ? last.get(path) : file;
      return kept ? [[path, kept] as const] : [];
    }),
  );
}

/** The hash of a file's content, which is the file's name in a source store. */
export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
