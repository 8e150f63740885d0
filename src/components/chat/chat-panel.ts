import { element } from './render-markdown.ts';

/** Gives a dialog that holds the chat its title, its ways out, and the field that gets the focus. */
export function dressPanel(panel: HTMLDialogElement, chat: HTMLElement): void {
  const title = element('h2', ['Ask a question']);
  title.id = 'chat-panel-title';
  const close = element('button', ['Close']);
  close.type = 'button';
  close.className = 'quiet';
  const head = element('div', [title, close]);
  head.className = 'chat-panel-head';
  const body = element('div', [chat]);
  body.className = 'chat-panel-body';
  body.dataset['chatScroll'] = '';
  panel.append(head, body);
  panel.setAttribute('aria-labelledby', title.id);
  // On a touch screen the field would bring up the keyboard before anything can be read.
  const field = chat.querySelector('textarea');
  if (field && matchMedia('(pointer: fine)').matches) field.autofocus = true;

  close.addEventListener('click', () => panel.close());
  panel.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const leadsToThisPage = link?.origin === location.origin && link.pathname === location.pathname;
    if (target === panel || leadsToThisPage) panel.close();
  });
}
