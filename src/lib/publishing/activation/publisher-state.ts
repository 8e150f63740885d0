import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stateSchema = z.object({
  /** When the publisher wrote this, in milliseconds, like all times here. */
  seenAt: z.number(),
  /** When pages change next without an edit. */
  dueAt: z.number(),
  /** Why the last publication failed; null if it did not. */
  failure: z.string().nullable(),
});

/** What the publisher process of a build reports about itself. */
type PublisherState = z.infer<typeof stateSchema>;

const fileOf = (buildDir: string) => join(buildDir, 'publisher', 'state.json');

/** Replaces the state in one step. Does nothing if the disk is full: the old state shows that, too. */
export function writePublisherState(buildDir: string, state: PublisherState): void {
  const file = fileOf(buildDir);
  try {
    mkdirSync(join(buildDir, 'publisher'), { recursive: true });
    writeFileSync(`${file}.part`, JSON.stringify(state));
    renameSync(`${file}.part`, file);
  } catch {
    return;
  }
}

/** @returns undefined if no publisher has run in this build */
export function readPublisherState(buildDir: string): PublisherState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(fileOf(buildDir), 'utf8')));
  } catch {
    return undefined;
  }
}
