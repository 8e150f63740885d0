import { copyText } from '#lib/i18n/en/navigation.ts';

/**
 * Connects copy buttons. A button copies the response from its `data-copy-from` address, or else the text of the
 * `<pre>` beside it. Buttons stay hidden if the browser has no clipboard, such as on an insecure origin.
 */
export function connectCopyButtons(page: Document): void {
  if (!('clipboard' in navigator)) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      // Safari requires the write in the click handler itself, before any await.
      const item = new ClipboardItem({ 'text/plain': readText(button) });
      void navigator.clipboard.write([item]).then(
        () => showStatus(button, copyText.copied),
        () => showStatus(button, copyText.failed),
      );
    });
  }
}

async function readText({ dataset, parentElement }: HTMLButtonElement): Promise<string> {
  const address = dataset['copyFrom'];
  if (!address) return parentElement?.querySelector('pre')?.textContent ?? '';
  const response = await fetch(address);
  if (!response.ok) throw new Error(`GET ${address} returned ${response.status}`);
  return response.text();
}

/** Replaces the label for a short time and announces the text to screen readers. */
function showStatus(button: HTMLButtonElement, text: string): void {
  const status = button.parentElement?.querySelector('[role="status"]');
  const label = (button.dataset['copy'] ||= button.textContent);
  button.textContent = text;
  if (status) status.textContent = text;
  setTimeout(() => {
    button.textContent = label;
    if (status) status.textContent = '';
  }, 2500);
}
