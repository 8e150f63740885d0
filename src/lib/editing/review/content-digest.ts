import { createHash } from 'node:crypto';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';

type DraftContent = Pick<Draft, 'path' | 'movedFrom' | 'basedOn' | 'text'>;

/**
 * SHA-256 of drafts: the path, former path, base blob and text (null if removed) of each. Forms send it back, so that a
 * decision applies to exactly what the page showed.
 */
export function digestOf(drafts: readonly DraftContent[]): string {
  const files = drafts.map(({ path, movedFrom, basedOn, text }) => [
    ...[path, movedFrom, basedOn],
    text === null ? null : sha256(text),
  ]);
  return sha256(
    files
      .map((file) => JSON.stringify(file))
      .toSorted()
      .join('\n'),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
