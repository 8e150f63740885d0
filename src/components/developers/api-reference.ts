import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import styleAddress from 'swagger-ui-dist/swagger-ui.css?url';

/**
 * The page has a heading, and the API is where the page is: nothing to choose from. The button that opens a
 * request can't hold a link or another button, which the keyboard would stop at twice.
 */
const leaveOut = {
  wrapComponents: {
    InfoContainer: () => () => null,
    ServersContainer: () => () => null,
    CopyToClipboardBtn: () => () => null,
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        text,
  },
};

/** What most people look for comes first; what is not named here comes last. */
const tags = ['Site', 'Questions', 'MCP', 'Forms', 'Staff', 'Documents'];

/**
 * Shows the viewer in the element, with requests to send by GET only: what the forms take is stored for good.
 * @throws Error when the viewer's style can't be loaded
 */
export async function showReference(element: HTMLElement, { url }: { url: string }): Promise<void> {
  followColours();
  await loadStyle(styleAddress);
  await new Promise<void>((onComplete) => {
    SwaggerUI({
      url,
      domNode: element,
      presets: [SwaggerUI.presets.apis],
      plugins: [leaveOut],
      supportedSubmitMethods: ['get', 'head'],
      deepLinking: true,
      tagsSorter: (a, b) => placeOf(a) - placeOf(b),
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
      syntaxHighlight: false,
      validatorUrl: null,
      onComplete,
    });
  });
  fitIntoPage(element);
}

/** The viewer thinks that it is the whole page: its headings stand below ours, and the page has a `main`. */
function fitIntoPage(element: HTMLElement): void {
  const fit = () => {
    element.querySelector('main')?.setAttribute('role', 'none');
    element.querySelector('main')?.removeAttribute('tabindex');
    for (const heading of element.querySelectorAll('h3.opblock-tag:not([aria-level])')) {
      heading.setAttribute('aria-level', '2');
    }
  };
  fit();
  new MutationObserver(fit).observe(element, { childList: true, subtree: true });
}

function placeOf(tag: string): number {
  const place = tags.indexOf(tag);
  return place === -1 ? tags.length : place;
}

/** The viewer's dark colours hang on a class, ours on what the reader's system prefers. */
function followColours(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise<void>((done, fail) => {
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => fail(new Error(`${href} could not be loaded`)));
  });
  // Before ours, which set its colours.
  document.head.prepend(link);
  return loaded;
}
