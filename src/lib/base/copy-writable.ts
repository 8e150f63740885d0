import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Copies a file, or a folder with all in it. The owner may write to the copies, also to those of read-only files. */
export function copyWritable(from: string, to: string): void {
  if (!statSync(from).isDirectory()) {
    copyFileSync(from, to);
    chmodSync(to, statSync(to).mode | 0o200);
    return;
  }
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) copyWritable(join(from, name), join(to, name));
}
