import type { PictureChoice } from '#lib/editing/editor-types.ts';
import { editorErrors } from '#lib/i18n/en/editor.ts';
import type { DeskClient } from './desk-client.ts';
import { button, element, find, findAs } from './elements.ts';

type ChoiceOptions = {
  dialog: HTMLDialogElement;
  file: string;
  client: DeskClient;
  onChoose: (picture: PictureChoice) => void;
};

/** Debounce of the search in milliseconds. */
const pause = 200;

/** The part of the picture dialog that searches the pictures of the site. */
export function connectPictureChoice({ dialog, file, client, onChoose }: ChoiceOptions) {
  const section = find('.editor-library', dialog);
  const input = findAs(HTMLInputElement, 'input', section);
  const list = find('ul', section);
  const state = find('[role="status"]', section);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;

  async function show(): Promise<void> {
    latest += 1;
    const asked = latest;
    const result = await client.pictures(file, input.value).catch(() => undefined);
    if (asked !== latest) return;
    const found = result?.found ?? 0;
    state.textContent = result
      ? `${found} ${found === 1 ? 'picture' : 'pictures'}${found > result.pictures.length ? `, the first ${result.pictures.length} shown` : ''}`
      : editorErrors.picturesNotListed;
    list.replaceChildren(...(result?.pictures ?? []).map((picture) => element('li', {}, toButton(picture))));
  }

  function toButton(picture: PictureChoice): HTMLButtonElement {
    const { name, thumbnail, uses } = picture;
    const item = button('', () => choose(picture), { class: 'quiet editor-picture' });
    const used = uses === 0 ? 'not used' : `used ${uses === 1 ? 'once' : `${uses} times`}`;
    item.append(
      element('img', { src: thumbnail, alt: '', loading: 'lazy', width: '120', height: '80' }),
      element('span', {}, name),
      element('span', { class: 'meta' }, used),
    );
    return item;
  }

  function choose(picture: PictureChoice): void {
    section.hidden = true;
    onChoose(picture);
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), pause);
  });
  // Enter in the search field must not submit the dialog.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  return {
    open() {
      section.hidden = false;
      input.value = '';
      input.focus();
      void show();
    },
    close() {
      section.hidden = true;
    },
  };
}
