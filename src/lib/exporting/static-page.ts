import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

type StaticPageOptions = {
  /** Whether a plain host has something at this path. */
  isThere: (path: string) => boolean;
  /** Whether it is there only to say that this copy of the site lacks it: menus leave it out. */
  isStandIn: (path: string) => boolean;
};

/** Links of a page's head to what describes interfaces; a plain host has none. */
const interfaceLinks = /^(api-catalog|service-desc|service-doc|ai-catalog|ard)$/;

/**
 * A page as a host without a server of ours can stand by it: nothing leads to what needs one. Scripts can tell by
 * `data-host="static"` on the root element.
 */
export function toStaticPage(source: string, options: StaticPageOptions): string {
  const document = parse(source);
  visit(document, false);
  return serialize(document);

  function visit(parent: ParentNode, isMenu: boolean): void {
    for (const node of [...parent.childNodes]) {
      if (!defaultTreeAdapter.isElementNode(node)) continue;
      if (node.tagName === 'html') node.attrs.push({ name: 'data-host', value: 'static' });
      if (node.tagName === 'a') mendLink(node, isMenu);
      else if (node.tagName === 'link' && interfaceLinks.test(attribute(node, 'rel') ?? '')) detach(node);
      else visit(node, isMenu || node.tagName === 'header' || node.tagName === 'footer');
    }
  }

  function mendLink(link: Element, isMenu: boolean): void {
    const path = localPath(attribute(link, 'href'));
    if (path === undefined) return;
    if (isMenu && path !== '/search' && (options.isStandIn(path) || !options.isThere(path))) {
      const item = link.parentNode;
      const isItem = item && defaultTreeAdapter.isElementNode(item) && item.tagName === 'li';
      detach(isItem ? item : link);
    } else if (!options.isThere(path)) {
      // The words stay, they only lead nowhere.
      for (const child of [...link.childNodes]) {
        detach(child);
        defaultTreeAdapter.insertBefore(link.parentNode as ParentNode, child, link);
      }
      detach(link);
    }
  }
}

export type StandIn = {
  path: string;
  title: string;
  description: string;
  /** The inside of the page's article, as HTML. */
  article: string;
};

/** A page with other contents in the frame of `shell`, the page for missing ones. */
export function toStandIn(shell: string, { title, description, article }: StandIn): string {
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

/** The path of a link to this site, without query and anchor; undefined for any other. */
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
