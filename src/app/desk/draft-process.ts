import { realpathSync } from 'node:fs';
import type { DraftInput } from './draft-renderer.ts';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { messageOf } from '#lib/http/message-of.ts';

/** Renders drafts for a server: see draft-rendering.ts. Usage: node src/app/desk/draft-process.ts BUILD, with an IPC channel. */
export type DraftRequest = { id: number; input: DraftInput };

process.on('disconnect', () => process.exit(0));

const publisher = await openSitePublisher(realpathSync(process.argv[2] ?? 'dist'));

process.on('message', ({ id, input }: DraftRequest) => {
  publisher.renderDraft(input).then(
    (draft) => process.send?.({ id, draft }),
    (error: unknown) => process.send?.({ id, failure: messageOf(error) }),
  );
});
process.send?.({ isReady: true });
