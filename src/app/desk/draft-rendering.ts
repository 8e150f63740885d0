import { fileURLToPath } from 'node:url';
import { createHelperProcess } from '#app/helper-process.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';
import type { DraftInput, DraftPage } from '#lib/editing/desk.ts';

const processFile = fileURLToPath(new URL('./draft-process.ts', import.meta.url));
/** In milliseconds. */
const times = { start: 30_000, answer: 10_000, idle: 15 * 60_000 };

/**
 * Renders drafts in a helper process, so that a draft that crashes it or never finishes affects neither the site nor the
 * publisher.
 */
export function createDraftRendering(buildDir: string, environment: NodeJS.ProcessEnv) {
  const renderer = createHelperProcess<DraftInput, DraftPage>({
    file: processFile,
    arguments: [buildDir],
    nodeOptions: ['--max-semi-space-size=8'],
    environment,
    times,
  });
  return {
    /**
     * Renders a page from unsaved files on top of the last publication, and checks one of them.
     * @throws ApiError INTERNAL if it fails or takes too long
     */
    render: (input: DraftInput): Promise<DraftPage> =>
      renderer.ask(input).catch((cause: unknown) => {
        throw new ApiError('INTERNAL', { ...entryErrors.notRendered, cause });
      }),
    /** Starts the process, so that the first rendering does not wait for it. */
    warmUp: () => void renderer.start().catch(() => undefined),
    close: () => renderer.close(),
  };
}
