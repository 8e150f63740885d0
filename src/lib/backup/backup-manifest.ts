import { z } from 'zod';

/** The name of the manifest in a backup. It is the last file, so a backup that was cut off has none. */
export const manifestName = 'manifest.json';

const nameSchema = z.string().regex(/^[a-z][a-z0-9_]*$/);

const tableSchema = z.object({
  name: nameSchema,
  columns: z.array(nameSchema).min(1),
  rows: z.int().min(0),
  digest: z.string(),
});

export const manifestSchema = z.object({
  format: z.literal(1, 'its format is unknown: install the release that made it'),
  /** Joins a backup with the file of its secrets. */
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  /** The version of Lectern that made it. */
  release: z.string(),
  /** The facts by which an institute is recognised. Empty if they could not be read. */
  institute: z.object({ name: z.string().optional(), email: z.string().optional() }).default({}),
  /** Null if the site had no store yet. */
  store: z
    .object({
      kind: z.enum(['sqlite', 'postgres']),
      migrations: z.array(z.string()),
      /** A table that refers to another comes after it. */
      tables: z.array(tableSchema),
    })
    .nullable(),
  /** Size and SHA-256 of each other file of the backup, by name. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

/** The file beside a backup that has its secrets, for its owner only. */
export const secretsSchema = z.object({
  format: z.literal(1),
  /** The `id` of the backup. */
  backup: z.uuid(),
  /** The text of `.env`; null if there was none. */
  env: z.string().nullable(),
  /** Rows of the table of secrets; null if the site had no store yet. */
  table: tableSchema.extend({ values: z.array(z.array(z.string())) }).nullable(),
});

export type BackupSecrets = z.infer<typeof secretsSchema>;
