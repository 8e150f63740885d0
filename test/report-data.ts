import { fileURLToPath } from 'node:url';

/** The path of an input of a report: `import-encoding/html`. */
export function reportData(path: string): string {
  return fileURLToPath(new URL(`data/reports/${path}`, import.meta.url));
}
