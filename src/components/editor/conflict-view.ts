import type { MergedText } from '#lib/editing/merge.ts';
import { diffWords, type Piece } from '#lib/editing/review/diff.ts';
import { conflictTexts } from '#lib/i18n/en/editor.ts';
import type { OtherVersion } from './saving.ts';
import { button, element, find, findAs } from './elements.ts';

type ConflictOptions = {
  merged: MergedText;
  other: OtherVersion;
  resolve: (text: string) => void;
};

/** Shows each paragraph that two people changed, and asks which version to keep. */
export function showConflict({ merged, other, resolve }: ConflictOptions): void {
  const dialog = findAs(HTMLDialogElement, '#conflict');
  const body = find('.editor-dialog-body', dialog);
  const words = conflictTexts[other.from]({ by: other.by ?? 'Someone else' });
  const chosen = merged.conflicts.map(({ theirs, mine }) => theirs + mine);
  const closing = new AbortController();
  const done = button('Save the text', () => {
    closing.abort();
    dialog.close();
    resolve(join(merged, chosen));
  });
  done.classList.remove('quiet');

  const places = merged.conflicts.map(({ mine, theirs }, index) =>
    element(
      'fieldset',
      { class: 'editor-conflict' },
      element('legend', {}, `Conflict ${index + 1} of ${merged.conflicts.length}`),
      showVersions(shortenSame(diffWords(theirs.trim(), mine.trim())), words.version),
      ...[
        { label: 'Keep both', text: theirs + mine },
        { label: 'Keep mine', text: mine },
        { label: 'Keep theirs', text: theirs },
      ].map(({ label, text }, at) => {
        const choice = element('input', { type: 'radio', name: `conflict-${index}` });
        choice.checked = at === 0;
        choice.addEventListener('change', () => (chosen[index] = text));
        return element('label', {}, choice, ` ${label}`);
      }),
    ),
  );
  find('.editor-conflict-intro', dialog).textContent = `${words.happened} ${conflictTexts.choose}`;
  body.replaceChildren(...places, done);
  // Nothing is saved before the choice. Browsers let only the first Escape be prevented.
  dialog.addEventListener('close', () => dialog.showModal(), { signal: closing.signal });
  dialog.showModal();
}

/** The length of what is shown of a long passage before and after words that differ. */
const shownLength = 120;

/** Shortens the passages that both versions have, so that a phone shows a small change of a long text at once. */
export function shortenSame(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map(({ kind, text }, index) => {
    if (kind !== 'same' || text.length <= 3 * shownLength) return { kind, text };
    const start = index === 0 ? '' : text.slice(0, shownLength).replace(/\S+$/, '');
    const end = index === pieces.length - 1 ? '' : text.slice(-shownLength).replace(/^\S+/, '');
    return { kind, text: `${start}…${end}` };
  });
}

/** Both versions beside each other, with the words marked that only one has. */
function showVersions(pieces: readonly Piece[], other: string): HTMLElement {
  const version = (heading: string, own: Piece['kind']) => {
    const words = pieces
      .filter(({ kind }) => kind === 'same' || kind === own)
      .map(({ kind, text }) => (kind === own ? element('mark', {}, text) : text));
    return element(
      'div',
      {},
      element('h3', {}, heading),
      element('pre', { dir: 'auto' }, ...(words.length > 0 ? words : [conflictTexts.nothing])),
    );
  };
  const versions = [version('Your text', 'added'), version(other, 'removed')];
  return element('div', { class: 'editor-conflict-versions' }, ...versions);
}

function join({ text, conflicts }: MergedText, chosen: readonly string[]): string {
  let joined = '';
  let at = 0;
  for (const [index, { from, to }] of conflicts.entries()) {
    joined += text.slice(at, from) + (chosen[index] ?? '');
    at = to;
  }
  return joined + text.slice(at);
}
