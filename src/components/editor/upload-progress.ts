import { editorErrors } from '#lib/i18n/en/editor.ts';
import { find, findAs } from './elements.ts';

/** The bar of a dialog that shows how much of a file was sent. Meanwhile, the button that sends it is disabled. */
export function createUploadProgress(form: HTMLFormElement) {
  const bar = findAs(HTMLProgressElement, 'progress', form);
  const text = find('.editor-progress-text', form);
  const send = findAs(HTMLButtonElement, 'button[value="insert"]', form);

  function write(part: number | undefined, words: string): void {
    bar.hidden = part === undefined;
    bar.value = part ?? 0;
    text.textContent = words;
    send.disabled = part !== undefined;
  }

  return {
    /** @param part the part that was sent, from 0 to 1; undefined while it is being prepared */
    show: (part?: number) => {
      const percent = Math.floor((part ?? 0) * 100);
      write(part ?? 0, part === undefined ? editorErrors.preparing : editorErrors.sending({ percent }));
    },
    hide: () => write(undefined, ''),
  };
}
