import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  keptManifestsFolder,
  manifestFile,
  manifestSchema,
  type Manifest,
} from '#lib/build-format/manifest.ts';
import { runAtOnce } from '#lib/base/run-in-slices.ts';

const { pages, files } = manifestSchema.shape;
const shellSchema = manifestSchema.extend({ pages: z.array(z.unknown()), files: z.array(z.unknown()) });

/** @throws Error that names the first invalid field */
export function readManifest(distDir: string, file = manifestFile): Manifest {
  return runAtOnce(parseManifest(readFileSync(join(distDir, file), 'utf8')));
}

/** Lists the manifest that servers follow, then those of the last complete publications, latest first. */
export function listManifests(distDir: string): string[] {
  const kept = globSync(`${keptManifestsFolder}/*.json`, { cwd: distDir });
  return [manifestFile, ...kept.sort().reverse()];
}

/** Reads only the current manifest, unless it is damaged. @returns undefined if all are */
export function readLastManifest(distDir: string): Manifest | undefined {
  try {
    return readManifest(distDir);
  } catch {
    return readManifests(distDir)[0];
  }
}

/** Reads the listed manifests, except damaged ones. */
function readManifests(distDir: string): Manifest[] {
  return listManifests(distDir).flatMap((file) => {
    try {
      return readManifest(distDir, file);
    } catch {
      return [];
    }
  });
}

/** Returns a function that reads the manifest, and parses it only if it was replaced. */
export function createManifestReader(distDir: string): () => Manifest {
  let known: { version: string; manifest: Manifest } | undefined;
  return () => {
    const { ino, size, mtimeNs } = statSync(join(distDir, manifestFile), { bigint: true });
    const version = `${ino} ${size} ${mtimeNs}`;
    if (known?.version !== version) known = { version, manifest: readManifest(distDir) };
    return known.manifest;
  };
}

/** Each step checks one page or file. @throws Error that names the first invalid field */
export function* parseManifest(text: string): Generator<void, Manifest> {
  const shell = check(shellSchema, JSON.parse(text), []);
  return {
    ...shell,
    pages: yield* checkEach(pages.element, shell.pages, 'pages'),
    files: yield* checkEach(files.element, shell.files, 'files'),
  };
}

function* checkEach<Schema extends z.ZodType>(
  schema: Schema,
  values: readonly unknown[],
  name: string,
): Generator<void, z.infer<Schema>[]> {
  const checked = [];
  for (const [index, value] of values.entries()) {
    checked.push(check(schema, value, [name, index]));
    yield;
  }
  return checked;
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = [...path, ...(issue?.path ?? [])].join('.');
  throw new Error(`manifest.json at ${field}: ${issue?.message ?? 'invalid'}`);
}
