import type { EditorView } from '@codemirror/view';
import { editorErrors } from '#lib/i18n/en/editor.ts';
import { insertLink } from './commands.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { find, findAs } from './elements.ts';
import { createUploadProgress } from './upload-progress.ts';

type DocumentsOptions = { view: EditorView; file: string; client: DeskClient; isReadOnly: boolean };

/** The dialog that uploads a document, and links to it with its title, its format and its size. */
export function connectDocuments({ view, file, client, isReadOnly }: DocumentsOptions) {
  const dialog = findAs(HTMLDialogElement, '#document-dialog');
  const form = findAs(HTMLFormElement, 'form', dialog);
  const chooser = findAs(HTMLInputElement, 'input[type="file"]', form);
  const title = findAs(HTMLInputElement, 'input[name="title"]', form);
  const problem = find('[role="alert"]', form);
  const progress = createUploadProgress(form);
  let sending: AbortController | undefined;

  async function store(document: File): Promise<void> {
    problem.textContent = '';
    const maxBytes = Number(chooser.dataset['maxBytes']);
    try {
      if (document.size > maxBytes)
        throw new RefusedError(editorErrors.largeFile({ mebibytes: maxBytes / 2 ** 20 }));
      sending = new AbortController();
      const { signal } = sending;
      const { path, format, bytes } = await client.storeDocument(
        { file, name: document.name, content: document },
        { signal, onProgress: progress.show },
      );
      dialog.close();
      const link = {
        address: path,
        title: `${title.value.trim()} (${format.toUpperCase()}, ${sizeOf(bytes)})`,
        isParagraph: true,
      };
      view.dispatch(view.state.update(insertLink(view.state, link), { userEvent: 'input.insert' }));
      view.focus();
    } catch (error) {
      if (dialog.open)
        problem.textContent = error instanceof RefusedError ? error.message : editorErrors.noConnection;
    } finally {
      progress.hide();
    }
  }

  form.addEventListener('input', () => {
    problem.textContent = '';
  });
  dialog.addEventListener('close', () => sending?.abort());
  form.addEventListener('submit', (event) => {
    if (event.submitter?.getAttribute('value') === 'cancel') return;
    event.preventDefault();
    const [document] = chooser.files ?? [];
    if (document) void store(document);
  });

  return {
    open(): void {
      if (isReadOnly) return;
      form.reset();
      problem.textContent = '';
      dialog.showModal();
    },
  };
}

/** Such as `240 kB` or `1.2 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
