import type { MergedText } from '#lib/editing/merge.ts';
import { button, element, find, findAs } from './elements.ts';

type ConflictOptions = {
  merged: MergedText;
  by: string | undefined;
  resolve: (text: string) => void;
};

/** Shows each paragraph that two people changed, and asks which version to keep. */
export function showConflict({ merged, by, resolve }: ConflictOptions): void {
  const dialog = findAs(HTMLDialogElement, '#conflict');
  const body = find('.editor-dialog-body', dialog);
  const who = by ?? 'Someone else';
  const chosen = merged.conflicts.map(({ theirs, mine }) => theirs + mine);
  const done = button('Save the text', () => {
    dialog.close();
    resolve(join(merged, chosen));
  });
  done.classList.remove('quiet');

  const places = merged.conflicts.map(({ mine, theirs }, index) =>
    element(
      'fieldset',
      { class: 'editor-conflict' },
      element('legend', {}, `Conflict ${index + 1} of ${merged.conflicts.length}`),
      element('h3', {}, 'Your text'),
      element('pre', {}, mine.trim() || 'Deleted'),
      element('h3', {}, `${who} wrote`),
      element('pre', {}, theirs.trim() || 'Deleted'),
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
  find('.editor-conflict-intro', dialog).textContent =
    `${who} changed the same ${merged.conflicts.length === 1 ? 'paragraph' : 'paragraphs'} while you were writing. Nothing is lost: choose what to keep.`;
  body.replaceChildren(...places, done);
  dialog.addEventListener('cancel', (event) => event.preventDefault(), { once: true });
  dialog.showModal();
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
