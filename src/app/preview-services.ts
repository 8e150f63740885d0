import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from './env.ts';
import { createServices, type Services } from './services.ts';
import { noMeasures } from '#lib/metrics/measures.ts';
import { previewLog } from './preview-log.ts';
import { addTime } from './preview-timing.ts';

/** Where `npm run dev` keeps what a build would leave in `dist`. */
const previewDir = '.cache/preview';

let open: { publishedAt: number; services: Promise<Services> } | undefined;

/** The services of a preview, opened anew when its pages were published anew. */
export async function openPreviewServices(): Promise<Services> {
  const publishedAt = statSync(join(previewDir, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (open?.publishedAt !== publishedAt) {
    const previous = open?.services;
    open = {
      publishedAt,
      services: createServices({
        publishedDir: previewDir,
        // A preview changes with each edit: embedding its passages would not keep up.
        config: { ...readConfig(), ENCODER: 'off' },
        log: previewLog,
        measures: { ...noMeasures, searched: (_outcome, seconds) => addTime('search', 1000 * seconds) },
      }),
    };
    await previous?.then(
      (services) => services.close(),
      () => undefined,
    );
  }
  try {
    return await open.services;
  } catch (error) {
    // What failed once is tried anew by the next request.
    open = undefined;
    throw error;
  }
}
