import type { EditorView } from '@codemirror/view';
import type { EditorChoices } from '#lib/editing/editor-types.ts';
import { insertLink } from './commands.ts';
import { button, element, find, findAs } from './elements.ts';

type PickerOptions = { view: EditorView; choices: () => EditorChoices | undefined; isReadOnly: boolean };
type Page = EditorChoices['pages'][number];

const maxShown = 30;

/** The dialog that links to a page of the site, found by its title, or to a typed address. */
export function connectLinkPicker({ view, choices, isReadOnly }: PickerOptions) {
  const dialog = findAs(HTMLDialogElement, '#link-picker');
  const input = findAs(HTMLInputElement, 'input', dialog);
  const list = find('ul', dialog);

  function choose({ address, title }: Page | { address: string; title: string }): void {
    dialog.close();
    view.dispatch(
      view.state.update(insertLink(view.state, { address, title }), { userEvent: 'input.insert' }),
    );
    view.focus();
  }

  function show(): void {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = isAddress(input.value)
      ? [{ address: input.value.trim(), title: input.value.trim(), kind: 'Address' }]
      : findPages(choices()?.pages ?? [], words);
    const items = found.slice(0, maxShown).map((page) => {
      const item = button('', () => choose(page), { class: 'quiet editor-choice' });
      item.append(
        element('strong', {}, page.title),
        element('span', { class: 'meta' }, `${page.kind} ${page.address}`),
      );
      return element('li', {}, item);
    });
    list.replaceChildren(...items);
    find('[role="status"]', dialog).textContent = `${found.length} ${found.length === 1 ? 'page' : 'pages'}`;
  }

  input.addEventListener('input', show);
  dialog.addEventListener('keydown', (event) => moveFocus(event, dialog));
  find('form', dialog).addEventListener('submit', (event) => {
    if (event.submitter?.getAttribute('value') === 'cancel') return;
    event.preventDefault();
    findAs(HTMLButtonElement, '.editor-choice', list).click();
  });
  dialog.addEventListener('close', () => view.focus());
  return {
    open() {
      if (isReadOnly) return;
      const { from, to } = view.state.selection.main;
      input.value = view.state.sliceDoc(from, to).slice(0, 100);
      show();
      dialog.showModal();
      input.select();
    },
  };
}

function isAddress(text: string): boolean {
  return /^\s*(https?:\/\/|mailto:|#|\/)\S+\s*$/.test(text);
}

/** Pages whose title or address has all words; matches in the title come first. */
export function findPages(pages: readonly Page[], words: readonly string[]): Page[] {
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = pages.filter(({ title, address }) => has(`${title} ${address}`));
  return found.toSorted(
    (a, b) => Number(has(b.title)) - Number(has(a.title)) || a.title.length - b.title.length,
  );
}

/** The arrow keys move between the search field and the results. */
function moveFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, .editor-choice')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
