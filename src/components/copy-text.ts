/**
 * Lets a button put a text on the clipboard: the one at the address in its `data-copy-from`, else that of the
 * `<pre>` beside it. Where there is no clipboard the button stays away.
 */
export function connectCopyButtons(page: Document): void {
  // Only pages of a secure origin have one.
  if (!('clipboard' in navigator)) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      // Safari wants the clipboard asked before anything is waited for.
      const item = new ClipboardItem({ 'text/plain': textFor(button) });
      void navigator.clipboard.write([item]).then(
        () => tell(button, 'Copied'),
        () => tell(button, 'Not copied'),
      );
    });
  }
}

async function textFor({ dataset, parentElement }: HTMLButtonElement): Promise<string> {
  const address = dataset['copyFrom'];
  if (!address) return parentElement?.querySelector('pre')?.textContent ?? '';
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

/** Shows what happened in place of the label for a moment, and has it read out. */
function tell(button: HTMLButtonElement, text: string): void {
  const status = button.parentElement?.querySelector('[role="status"]');
  const label = (button.dataset['copy'] ||= button.textContent);
  button.textContent = text;
  if (status) status.textContent = text;
  setTimeout(() => {
    button.textContent = label;
    if (status) status.textContent = '';
  }, 2500);
}
