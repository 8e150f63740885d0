import type { EditorView } from '@codemirror/view';
import type { PictureChoice } from '#lib/editing/editor-types.ts';
import { editorErrors } from '#lib/i18n/en/editor.ts';
import { insertBlockAt, writeComponent } from './commands.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { find, findAs } from './elements.ts';
import { addsPicture } from './pasted-bar.ts';
import type { ReadablePicture } from './pasted-pictures.ts';
import { connectPictureChoice } from './picture-choice.ts';
import { createPictureSample } from './picture-sample.ts';
import { placePictures, type PlaceablePicture } from './place-pictures.ts';
import { preparePhoto } from './prepare-photo.ts';
import { createUploadProgress } from './upload-progress.ts';

type PicturesOptions = { view: EditorView; file: string; client: DeskClient; isReadOnly: boolean };

/** The path of a picture as written in an entry, and its text alternative. */
export type PlacedPicture = { src: string; alt: string };

type Described = PlacedPicture & { caption: string };
type Place = (picture: Described) => void;

type Opened = {
  /** Whether the picture is for a field of the details, which has no caption. */
  isField?: boolean;
  picture?: File | undefined;
  alt?: string;
  note?: string;
};

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
  const progress = createUploadProgress(form);
  let dropped: File | undefined;
  let chosen: PictureChoice | undefined;
  let sending: AbortController | undefined;
  let place: Place = insert;
  const showSample = createPictureSample(findAs(HTMLCanvasElement, 'canvas', form));
  const library = connectPictureChoice({ dialog, file, client, onChoose: choose });

  function open(placed: Place, { isField = false, picture, alt = '', note }: Opened = {}): void {
    if (isReadOnly) return;
    form.reset();
    place = placed;
    problem.textContent = '';
    chosen = undefined;
    dropped = picture;
    library.close();
    find('.editor-caption', form).hidden = isField;
    showSource(picture && (note ?? (picture.name || 'Pasted picture')));
    if (!picture && note !== undefined) find('.editor-dropped', form).textContent = note;
    void showSample(picture);
    alternative.value = alt;
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
    void showSample(undefined);
    showSource(picture.name);
    alternative.value = picture.alt;
    alternative.focus();
  }

  async function store(): Promise<void> {
    problem.textContent = '';
    const picture = dropped ?? chooser.files?.[0];
    try {
      const src = chosen?.src ?? (picture && (await send(picture)));
      if (src === undefined) return;
      const data = new FormData(form);
      const read = (name: string) => {
        const value = data.get(name);
        return typeof value === 'string' ? value.trim() : '';
      };
      dialog.close();
      place({ src, alt: read('alt'), caption: read('caption') });
    } catch (error) {
      if (!dialog.open) return;
      problem.textContent = error instanceof RefusedError ? error.message : editorErrors.noConnection;
    }
  }

  async function send(picture: File): Promise<string> {
    sending = new AbortController();
    const { signal } = sending;
    progress.show();
    try {
      const content = await preparePhoto(picture);
      const maxBytes = Number(chooser.dataset['maxBytes']);
      // Checked here because browsers report a rejected upload as a lost connection.
      if (content.size > maxBytes)
        throw new RefusedError(editorErrors.largeFile({ mebibytes: maxBytes / 2 ** 20 }));
      const upload = { file, name: picture.name, content };
      return (await client.storePicture(upload, { signal, onProgress: progress.show })).path;
    } finally {
      progress.hide();
    }
  }

  function insert(described: Described): void {
    insertAt(view.state.selection.main.to, described);
  }

  function insertAt(position: number, { src, alt, caption }: Described): void {
    const figure = writeComponent('Figure', { src, alt, caption }, undefined);
    const written = file.endsWith('.mdx') ? figure : `![${alt}](${src})`;
    const update = insertBlockAt(view.state, position, written);
    view.dispatch(view.state.update(update, { userEvent: 'input', annotations: addsPicture.of(true) }));
    view.focus();
  }

  function placeAll(pictures: readonly PlaceablePicture[], isPasted: boolean): void {
    void placePictures(view, pictures, {
      isPasted,
      ask: async (picture, at) => {
        open((described) => insertAt(at(), described), picture);
        await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
      },
    });
  }

  find('[data-library]', form).addEventListener('click', () => library.open());
  chooser.addEventListener('change', () => void showSample(chooser.files?.[0]));
  form.addEventListener('input', () => {
    problem.textContent = '';
  });
  dialog.addEventListener('close', () => sending?.abort());
  form.addEventListener('submit', (event) => {
    if (event.submitter?.getAttribute('value') === 'cancel') return;
    event.preventDefault();
    void store();
  });
  view.dom.addEventListener(
    'drop',
    (event) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.to;
      if (!event.dataTransfer || !take(event.dataTransfer, at)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

  function take(data: DataTransfer, at = view.state.selection.main.to): boolean {
    const pictures = [...data.files].filter(isPicture).map((each) => ({ file: each, alt: '', at }));
    // In settings, a picture is chosen in its field.
    if (pictures.length === 0 || isReadOnly || file.endsWith('.yaml')) return false;
    placeAll(pictures, false);
    return true;
  }

  return {
    open: () => open(insert),
    /** Opens the dialog for a picture field. */
    openFor: (use: (picture: PlacedPicture) => void) => open(use, { isField: true }),
    /** Takes the pictures of a clipboard. @returns false if it has none */
    take,
    placePasted: (pictures: readonly ReadablePicture[]) => placeAll(pictures, true),
  };
}

/** Some systems give HEIC photos no media type, so the file name is checked too. */
function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.hei[cf]$/i.test(name);
}
