import type { EditorView } from '@codemirror/view';
import { insertBlock, writeComponent } from './commands.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { find, findAs } from './elements.ts';

type PicturesOptions = { view: EditorView; file: string; client: DeskClient; isReadOnly: boolean };

/** The dialog for a picture that was dropped, pasted or chosen: asks what it shows, stores it and inserts it. */
export function connectPictures({ view, file, client, isReadOnly }: PicturesOptions) {
  const dialog = findAs(HTMLDialogElement, '#picture-dialog');
  const form = findAs(HTMLFormElement, 'form', dialog);
  const chooser = findAs(HTMLInputElement, 'input[type="file"]', form);
  const problem = find('[role="alert"]', form);
  let dropped: File | undefined;

  function open(picture?: File): void {
    if (isReadOnly) return;
    form.reset();
    problem.textContent = '';
    dropped = picture;
    find('.editor-dropped', form).textContent = picture ? picture.name || 'Pasted picture' : '';
    chooser.required = !picture;
    find('.editor-chooser', form).hidden = picture !== undefined;
    dialog.showModal();
  }

  async function store(): Promise<void> {
    const picture = dropped ?? chooser.files?.[0];
    if (!picture) return;
    const data = new FormData(form);
    const read = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const [alt, caption] = [read('alt'), read('caption')];
    try {
      const { path } = await client.storePicture(file, picture, picture.name);
      const figure = writeComponent('Figure', { src: path, alt, caption }, undefined);
      const written = file.endsWith('.mdx') ? figure : `![${alt}](${path})`;
      dialog.close();
      view.dispatch(view.state.update(insertBlock(view.state, written), { userEvent: 'input' }));
      view.focus();
    } catch (error) {
      problem.textContent =
        error instanceof RefusedError ? error.message : 'There is no connection. Try again.';
    }
  }

  form.addEventListener('submit', (event) => {
    if (event.submitter?.getAttribute('value') === 'cancel') return;
    event.preventDefault();
    void store();
  });
  view.dom.addEventListener('paste', (event) => take(event, event.clipboardData), { capture: true });
  view.dom.addEventListener('drop', (event) => take(event, event.dataTransfer), { capture: true });

  function take(event: Event, data: DataTransfer | null): void {
    const picture = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!picture) return;
    event.preventDefault();
    event.stopPropagation();
    open(picture);
  }

  return { open: () => open() };
}
