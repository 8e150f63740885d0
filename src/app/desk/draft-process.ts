import { realpathSync } from 'node:fs';
import { answerParent } from '#app/answer-parent.ts';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import type { DraftInput } from '#lib/editing/desk.ts';
import { createDraftRenderer } from './draft-renderer.ts';

/** Renders drafts for a server: see draft-rendering.ts. Usage: node src/app/desk/draft-process.ts BUILD, with an IPC channel. */
const { drafting } = await openSitePublisher(realpathSync(process.argv[2] ?? 'dist'));
const renderDraft = createDraftRenderer(drafting);
answerParent((input: DraftInput) => renderDraft(input));
