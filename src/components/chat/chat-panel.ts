import { chatText } from '#lib/i18n/en/chat.ts';
import { createElement } from './render-markdown.ts';

/** Adds the title and the close button to the dialog that holds the chat. */
export function setUpPanel(panel: HTMLDialogElement, chat: HTMLElement): void {
  const title = createElement('h2', [chatText.title]);
  title.id = 'chat-panel-title';
  const close = createElement('button', [chatText.close]);
  close.type = 'button';
  close.className = 'quiet';
  const head = createElement('div', [title, close]);
  head.className = 'chat-panel-head';
  const body = createElement('div', [chat]);
  body.className = 'chat-panel-body';
  body.dataset['chatScroll'] = '';
  panel.append(head, body);
  panel.setAttribute('aria-labelledby', title.id);
  // On a touch screen the keyboard would cover the text.
  const field = chat.querySelector('textarea');
  if (field && matchMedia('(pointer: fine)').matches) field.autofocus = true;

  close.addEventListener('click', () => panel.close());
  panel.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const isSamePage = link?.origin === location.origin && link.pathname === location.pathname;
    if (target === panel || isSamePage) panel.close();
  });
}
