import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestSchema, type Manifest } from '#lib/content/manifest.ts';

/** @throws Error that names the first invalid field */
export function readManifest(distDir: string): Manifest {
  const result = manifestSchema.safeParse(JSON.parse(readFileSync(join(distDir, 'manifest.json'), 'utf8')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`manifest.json at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}
