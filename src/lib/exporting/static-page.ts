import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

type StaticPageOptions = {
  /** Whether the static host has a page or file at the path. */
  isThere: (path: string) => boolean;
  /** Whether the page only says that this copy of the site lacks a feature. Menus leave it out. */
  isSubstitute: (path: string) => boolean;
  /** Values of `rel` of links in the head to APIs and their descriptions. */
  interfaceRels: ReadonlySet<string>;
};

/**
 * Removes links to features that need the server, and marks the root element with `data-host="static"` for scripts.
 */
export function toStaticPage(source: string, options: StaticPageOptions): string {
  const document = parse(source);
  visit(document, false);
  return serialize(document);

  function visit(parent: ParentNode, isMenu: boolean): void {
    for (const node of [...parent.childNodes]) {
      if (!defaultTreeAdapter.isElementNode(node)) continue;
      if (node.tagName === 'html') node.attrs.push({ name: 'data-host', value: 'static' });
      if (node.tagName === 'a') fixLink(node, isMenu);
      else if (node.tagName === 'link' && options.interfaceRels.has(attribute(node, 'rel') ?? ''))
        detach(node);
      else visit(node, isMenu || node.tagName === 'header' || node.tagName === 'footer');
    }
  }

  function fixLink(link: Element, isMenu: boolean): void {
    const path = localPath(attribute(link, 'href'));
    if (path === undefined) return;
    if (isMenu && path !== '/search' && (options.isSubstitute(path) || !options.isThere(path))) {
      const item = link.parentNode;
      const isItem = item && defaultTreeAdapter.isElementNode(item) && item.tagName === 'li';
      detach(isItem ? item : link);
    } else if (!options.isThere(path)) {
      // Keep the label.
      for (const child of [...link.childNodes]) {
        detach(child);
        defaultTreeAdapter.insertBefore(link.parentNode as ParentNode, child, link);
      }
      detach(link);
    }
  }
}

export type Substitute = {
  path: string;
  title: string;
  description: string;
  /** HTML of the content. */
  article: string;
};

/** Puts a page into the layout of `shell`, the 404 page. */
export function toSubstitute(shell: string, { title, description, article }: Substitute): string {
  const document = parse(shell);
  for (const element of elementsOf(document)) {
    const name = attribute(element, 'name') ?? attribute(element, 'property');
    if (element.tagName === 'title') setText(element, title);
    if (name === 'description' || name === 'og:description') setAttribute(element, 'content', description);
    if (name === 'og:title' || name === 'og:image:alt') setAttribute(element, 'content', title);
    if (element.tagName !== 'article') continue;
    for (const child of [...element.childNodes]) detach(child);
    const fragment = parse(`<body>${article}</body>`);
    const body = [...elementsOf(fragment)].find(({ tagName }) => tagName === 'body');
    for (const child of body ? [...body.childNodes] : []) {
      detach(child);
      defaultTreeAdapter.appendChild(element, child);
    }
  }
  return serialize(document);
}

/** The path of a link to this site, without query and anchor; undefined for other links. */
function localPath(href: string | undefined): string | undefined {
  return /^(\/(?!\/)[^?#]*)/.exec(href ?? '')?.[1];
}

function* elementsOf(parent: ParentNode): Generator<Element> {
  for (const node of [...parent.childNodes]) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    yield node;
    yield* elementsOf(node);
  }
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

function setAttribute(element: Element, name: string, value: string): void {
  const found = element.attrs.find((each) => each.name === name);
  if (found) found.value = value;
}

function setText(element: Element, text: string): void {
  for (const child of [...element.childNodes]) detach(child);
  defaultTreeAdapter.appendChild(element, defaultTreeAdapter.createTextNode(text));
}

function detach(node: DefaultTreeAdapterTypes.ChildNode): void {
  defaultTreeAdapter.detachNode(node);
}
