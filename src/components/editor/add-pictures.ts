import type { EditorView } from '@codemirror/view';
import type { PictureChoice } from '#lib/editing/editor-types.ts';
import { editorErrors } from '#lib/i18n/en/editor.ts';
import { insertBlock, writeComponent } from './commands.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { find, findAs } from './elements.ts';
import { connectPictureChoice } from './picture-choice.ts';

type PicturesOptions = { view: EditorView; file: string; client: DeskClient; isReadOnly: boolean };

/** The path of a picture as written in an entry, and its text alternative. */
export type PlacedPicture = { src: string; alt: string };

/**
 * The dialog that adds a picture: dropped, pasted, uploaded or chosen from the site. It asks for the text alternative,
 * uploads a new picture, and inserts the picture into the text or a field.
 */
export function connectPictures({ view, file, client, isReadOnly }: PicturesOptions) {
  const dialog = findAs(HTMLDialogElement, '#picture-dialog');
  const form = findAs(HTMLFormElement, 'form', dialog);
  const chooser = findAs(HTMLInputElement, 'input[type="file"]', form);
  const alternative = findAs(HTMLTextAreaElement, 'textarea[name="alt"]', form);
  const problem = find('[role="alert"]', form);
  let dropped: File | undefined;
  let chosen: PictureChoice | undefined;
  let place: (picture: PlacedPicture & { caption: string }) => void = insert;
  const library = connectPictureChoice({ dialog, file, client, onChoose: choose });

  function open(placed: typeof place, picture?: File): void {
    if (isReadOnly) return;
    form.reset();
    place = placed;
    problem.textContent = '';
    chosen = undefined;
    dropped = picture;
    library.close();
    find('.editor-caption', form).hidden = placed !== insert;
    showSource(picture && (picture.name || 'Pasted picture'));
    dialog.showModal();
  }

  function showSource(name: string | undefined): void {
    find('.editor-dropped', form).textContent = name ?? '';
    chooser.required = name === undefined;
    for (const each of form.querySelectorAll<HTMLElement>('.editor-chooser'))
      each.hidden = name !== undefined;
  }

  function choose(picture: PictureChoice): void {
    chosen = picture;
    showSource(picture.name);
    alternative.value = picture.alt;
    alternative.focus();
  }

  async function store(): Promise<void> {
    const picture = dropped ?? chooser.files?.[0];
    const maxBytes = Number(chooser.dataset['maxBytes']);
    if (!chosen && picture && picture.size > maxBytes) {
      // Checked here because browsers report a rejected upload as a lost connection.
      problem.textContent = editorErrors.largePicture({ mebibytes: maxBytes / 2 ** 20 });
      return;
    }
    const data = new FormData(form);
    const read = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    try {
      const src = chosen?.src ?? (picture && (await client.storePicture(file, picture, picture.name)).path);
      if (src === undefined) return;
      dialog.close();
      place({ src, alt: read('alt'), caption: read('caption') });
    } catch (error) {
      problem.textContent = error instanceof RefusedError ? error.message : editorErrors.noConnection;
    }
  }

  function insert({ src, alt, caption }: PlacedPicture & { caption: string }): void {
    const figure = writeComponent('Figure', { src, alt, caption }, undefined);
    const written = file.endsWith('.mdx') ? figure : `![${alt}](${src})`;
    view.dispatch(view.state.update(insertBlock(view.state, written), { userEvent: 'input' }));
    view.focus();
  }

  find('[data-library]', form).addEventListener('click', () => library.open());
  form.addEventListener('submit', (event) => {
    if (event.submitter?.getAttribute('value') === 'cancel') return;
    event.preventDefault();
    void store();
  });
  view.dom.addEventListener('paste', (event) => take(event, event.clipboardData), { capture: true });
  view.dom.addEventListener('drop', (event) => take(event, event.dataTransfer), { capture: true });

  function take(event: Event, data: DataTransfer | null): void {
    const picture = [...(data?.files ?? [])].find(isPicture);
    if (!picture) return;
    event.preventDefault();
    event.stopPropagation();
    open(insert, picture);
  }

  return {
    open: () => open(insert),
    /** Opens the dialog for a picture field. */
    openFor: (use: (picture: PlacedPicture) => void) => open(use),
  };
}

/** Some systems give HEIC photos no media type, so the file name is checked too. */
function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.hei[cf]$/i.test(name);
}
