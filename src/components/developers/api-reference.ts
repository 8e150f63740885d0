import SwaggerUI, { type System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import styleAddress from 'swagger-ui-dist/swagger-ui.css?url';

/** The button that opens a request can't hold a link or another button, which the keyboard would stop at twice. */
const leaveOut = {
  wrapComponents: {
    CopyToClipboardBtn: () => () => null,
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        text,
  },
};

/**
 * The viewer's own layout thinks that it is the whole page. Ours has a heading and a `main` already, and the API
 * is where the page is: what is left are the operations, and what is wrong when there are none.
 */
function operationsAlone({ React }: System) {
  const parts = ['SvgAssets', 'errors', 'operations'];
  return {
    components: {
      OperationsAlone: ({ getComponent }: Pick<System, 'getComponent'>) =>
        React.createElement(
          'div',
          { className: 'swagger-ui' },
          ...parts.map((name) => React.createElement(getComponent(name, true), {})),
        ),
    },
  };
}

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
      plugins: [leaveOut, operationsAlone],
      layout: 'OperationsAlone',
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
  lowerHeadings(element);
}

/** The viewer's groups stand right below the page's heading. */
function lowerHeadings(element: HTMLElement): void {
  const fit = () => {
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
