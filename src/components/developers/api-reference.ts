import SwaggerUI, { type System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import styleAddress from 'swagger-ui-dist/swagger-ui.css?url';

/** Removes the link and the copy button inside the button of an operation: nested controls are not accessible. */
const removeNestedControls = {
  wrapComponents: {
    CopyToClipboardBtn: () => () => null,
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        text,
  },
};

/**
 * A layout with only the operations and load errors. The default layout also has a heading and a server list, which
 * this page does not need.
 */
function operationsLayout({ React }: System) {
  const parts = ['SvgAssets', 'errors', 'operations'];
  return {
    components: {
      OperationsLayout: ({ getComponent }: Pick<System, 'getComponent'>) =>
        React.createElement(
          'div',
          { className: 'swagger-ui' },
          ...parts.map((name) => React.createElement(getComponent(name, true), {})),
        ),
    },
  };
}

/** The order of the groups. Unlisted groups come last. */
const tags = ['Site', 'Questions', 'MCP', 'Forms', 'Staff', 'Documents'];

/**
 * Renders the viewer in the element. “Try it out” sends only GET requests, because forms would store the data.
 * @throws Error when the viewer's style can't be loaded
 */
export async function showReference(element: HTMLElement, { url }: { url: string }): Promise<void> {
  followColorScheme();
  await loadStyle(styleAddress);
  await new Promise<void>((onComplete) => {
    SwaggerUI({
      url,
      domNode: element,
      presets: [SwaggerUI.presets.apis],
      plugins: [removeNestedControls, operationsLayout],
      layout: 'OperationsLayout',
      supportedSubmitMethods: ['get', 'head'],
      deepLinking: true,
      tagsSorter: (a, b) => positionOf(a) - positionOf(b),
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

/** Sets the level of the viewer's H3 group headings to 2, because they follow the H1. */
function lowerHeadings(element: HTMLElement): void {
  const fit = () => {
    for (const heading of element.querySelectorAll('h3.opblock-tag:not([aria-level])')) {
      heading.setAttribute('aria-level', '2');
    }
  };
  fit();
  new MutationObserver(fit).observe(element, { childList: true, subtree: true });
}

function positionOf(tag: string): number {
  const position = tags.indexOf(tag);
  return position === -1 ? tags.length : position;
}

/** Sets the class for the viewer's dark colours according to `prefers-color-scheme`. */
function followColorScheme(): void {
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
  // Insert it before our styles, which override its colours.
  document.head.prepend(link);
  return loaded;
}
