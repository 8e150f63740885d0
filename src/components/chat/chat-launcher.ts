/** Makes the link to `/ask` open that page's chat in a panel. If this fails, the link opens the page. */
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

/** Moves the page's chat and its styles into a dialog, and loads its script. */
async function createPanel(url: string): Promise<HTMLDialogElement> {
  const page = await loadPage(url);
  const chat = document.adoptNode(page.querySelector('[data-chat]') as HTMLElement);
  const styles = document.adoptNode(page.querySelector('[data-chat-styles]') as HTMLElement);
  const stylesLoaded = new Promise((resolve) => (styles.onload = styles.onerror = resolve));
  const panel = document.createElement('dialog');
  panel.className = 'chat-panel';
  panel.append(chat);
  document.head.append(styles);
  await stylesLoaded;
  document.body.append(panel);
  await import(/* @vite-ignore */ chat.querySelector('script')?.src ?? '');
  return panel;
}

/** Parses a page of this site without running its scripts. */
function loadPage(url: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.timeout = 15_000;
    request.onloadend = () => {
      if (request.responseXML && request.status === 200) resolve(request.responseXML);
      else reject(new Error(`GET ${url} returned ${request.status}`));
    };
    request.send();
  });
}
