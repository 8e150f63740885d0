import { createLog } from '#lib/log/log.ts';

/** The log of previews and builds, between the lines of Astro and Vite. */
export const previewLog = createLog({ isReadable: true, write: (line) => console.info(line.trimEnd()) });
