/** Makes the link to the chat's page open the chat of that page in a panel. Without success it leads there. */
export function connectLauncher(link: HTMLAnchorElement): void {
  let panel: HTMLDialogElement | undefined;
  const open = async () => {
    panel ??= await createPanel(link.href);
    if (!panel.open) panel.showModal();
  };
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  const start = (event: Event) => {
    event.preventDefault();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    open()
      .catch(() => location.assign(link.href))
      .finally(() => (link.ariaBusy = null));
  };
  link.addEventListener('click', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) start(event);
  });
  link.addEventListener('keydown', (event) => {
    if (event.key === ' ') start(event);
  });
}

/** Brings over what the page shows with its styles and its script, which does the rest. */
async function createPanel(address: string): Promise<HTMLDialogElement> {
  const page = await readPage(address);
  const chat = document.adoptNode(page.querySelector('[data-chat]') as HTMLElement);
  const styles = document.adoptNode(page.querySelector('[data-chat-styles]') as HTMLElement);
  const styled = new Promise((resolve) => (styles.onload = styles.onerror = resolve));
  const panel = document.createElement('dialog');
  panel.className = 'chat-panel';
  panel.append(chat);
  document.head.append(styles);
  await styled;
  document.body.append(panel);
  await import(/* @vite-ignore */ chat.querySelector('script')?.src ?? '');
  return panel;
}

/** The browser's own reading of a page of this site, in which no script runs. */
function readPage(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.timeout = 15_000;
    request.onloadend = () => {
      if (request.responseXML && request.status === 200) resolve(request.responseXML);
      else reject(new Error(`${address} answers ${request.status}`));
    };
    request.send();
  });
}
