import { constants, setPriority } from 'node:os';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { makeBrowserIndex } from '#lib/publishing/search/browser-index.ts';

/**
 * Makes the search index for browsers from all published pages. A separate process, because it takes a minute of CPU on
 * a large site. Usage: node src/app/publisher/make-browser-index.ts BUILD. Sends the index to its parent process.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit(0));
const outDir = process.argv[2] ?? 'dist';
const index = await makeBrowserIndex(readManifest(outDir), { outDir, onDemandPages });
process.send?.(index, () => process.exit(0));
