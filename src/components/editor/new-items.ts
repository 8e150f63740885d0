import type { FieldPath } from '#lib/editing/front-matter/edit-front-matter.ts';
import { fieldId } from '#lib/editing/problem-address.ts';

const items = '.editor-entry';

/** Keeps the ids of the fields of new items until the focus leaves them. Until then, their problems are not shown. */
export function createNewItems(form: HTMLElement, onLeave: () => void) {
  const ids = new Set<string>();
  let hasLeft = false;

  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (ids.size === 0 || !(target instanceof HTMLElement)) return;
    hasLeft = true;
    ids.delete(target.id);
    const next = relatedTarget instanceof Node ? relatedTarget : null;
    for (let item = target.closest(items); item && !item.contains(next);) {
      for (const { id } of item.querySelectorAll('[id]')) ids.delete(id);
      item = item.parentElement?.closest(items) ?? null;
    }
  });
  // A message that appears while a button is pressed would move the button away from its click.
  for (const end of ['click', 'keyup']) {
    document.addEventListener(end, () => {
      if (hasLeft) onLeave();
      hasLeft = false;
    });
  }

  return {
    has: (id: string) => ids.has(id),
    /** Remembers the fields of an item that was added. The others have new places after one was removed. */
    note: (path: FieldPath, isAdded: boolean) => {
      const item = document.getElementById(fieldId(path));
      if (!isAdded) ids.clear();
      else if (item) for (const { id } of [item, ...item.querySelectorAll('[id]')]) ids.add(id);
    },
  };
}
