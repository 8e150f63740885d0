import { constants, setPriority } from 'node:os';
import { answerParent } from '#app/answer-parent.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { makeBrowserIndex } from '#lib/publishing/search/browser-index.ts';

/**
 * Makes the search index for browsers from all published pages. A helper process, because it takes a minute of CPU on a
 * large site.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
answerParent((outDir: string) => makeBrowserIndex(readManifest(outDir), { outDir, onDemandPages }));
