import { find } from './elements.ts';

/** Connects the tabs on the left. On narrow screens, the preview is a tab too. */
export function connectTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('.editor-tabs [role="tab"]')];
  const toolbar = document.querySelector('.editor-toolbar');
  const open = (tab: HTMLButtonElement) => {
    for (const each of tabs) {
      const isOpen = each === tab;
      each.setAttribute('aria-selected', String(isOpen));
      each.tabIndex = isOpen ? 0 : -1;
      find(`#${each.getAttribute('aria-controls') ?? ''}`).toggleAttribute('data-closed', !isOpen);
    }
    toolbar?.toggleAttribute('data-closed', tab.id !== 'tab-text');
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => open(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs.at((at + step) % tabs.length);
      if (!next) return;
      open(next);
      next.focus();
    });
  }
}

const desktopWidth = 1280;
const phoneWidth = 390;

/** Shows the preview at the width of a desktop, scaled to fit, or of a phone: on phones, that is the one to read. */
export function connectWidths(frame: HTMLIFrameElement): void {
  const holder = find('.editor-frame');
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.editor-widths [data-width]')];
  let width = desktopWidth;
  const fit = () => {
    const scale = Math.min(1, holder.clientWidth / width);
    frame.style.width = `${width}px`;
    frame.style.height = `${holder.clientHeight / scale}px`;
    frame.style.transform = `scale(${scale})`;
  };
  const choose = (chosen: 'phone' | 'desktop') => {
    width = chosen === 'phone' ? phoneWidth : desktopWidth;
    for (const each of buttons) each.setAttribute('aria-pressed', String(each.dataset['width'] === chosen));
    fit();
  };
  for (const button of buttons) {
    button.addEventListener('click', () => choose(button.dataset['width'] === 'phone' ? 'phone' : 'desktop'));
  }
  if (matchMedia('(max-width: 40rem)').matches) choose('phone');
  new ResizeObserver(fit).observe(holder);
}
