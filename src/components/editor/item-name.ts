import { labelOf } from './field-problems.ts';

/** Names an item of a list after its first field, as the page of a change does: `Offerings 2: Every spring`. */
export function nameItem(item: HTMLElement, label: string): void {
  const heading = labelOf(item);
  const first = item.querySelector<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input, select, textarea',
  );
  if (!heading || !first) return;
  const show = () => (heading.textContent = [label, wordsOf(first)].filter(Boolean).join(': '));
  show();
  first.addEventListener('change', show);
}

function wordsOf(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string {
  if (control.value === '') return '';
  return control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.text ?? '') : control.value;
}
