import GithubSlugger from 'github-slugger';
import { findComponent, type ComponentDescription } from '#lib/content/components.ts';
import { nameOfWideTable } from './wide-tables.ts';
import { allowedValue, isAllowedTag, isSafeAddress, opaqueTags, voidTags } from './allowed-html.ts';
import { readLiteral } from './literal.ts';
import type { DocumentBlock, Document, Heading, Props } from './document.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import { textOf } from '#lib/content/tree-text.ts';

/** A node of the Markdown engine's tree: hast, with MDX nodes. */
export type HtmlNode = {
  type: string;
  tagName?: string;
  name?: string | null;
  value?: string;
  properties?: Readonly<Record<string, unknown>>;
  attributes?: readonly {
    type: string;
    name?: string;
    value?: string | { value: string } | null | undefined;
  }[];
  children?: readonly HtmlNode[];
};

type Options = {
  resolveLink: (url: string) => string | undefined;
  /** Highlighted code blocks, by the plain ones that they replace. */
  code: ReadonlyMap<HtmlNode, HtmlNode>;
};

export function toBlocks(root: HtmlNode, options: Options): Document {
  const writer = createWriter(options);
  return { blocks: writer.write(root.children ?? []), headings: writer.headings };
}

function createWriter({ resolveLink, code }: Options) {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];

  const write = (nodes: readonly HtmlNode[]): DocumentBlock[] => {
    const blocks: DocumentBlock[] = [];
    for (const block of nodes.flatMap(writeNode)) {
      const last = blocks.at(-1);
      if (typeof block === 'string' && typeof last === 'string') blocks[blocks.length - 1] = last + block;
      else blocks.push(block);
    }
    return blocks;
  };

  const writeNode = (node: HtmlNode): DocumentBlock[] => {
    if (node.type === 'text') return [escapeHtml(node.value ?? '')];
    if (node.type === 'element') return writeElement(node.tagName ?? '', node);
    if (node.type.startsWith('mdxJsx')) return writeTag(node);
    if (node.type.endsWith('Expression')) return [escapeHtml(String(readLiteral(node.value ?? '') ?? ''))];
    return [];
  };

  /** Writes an MDX tag, which is a component, HTML or a fragment. Keeps the content of unknown components. */
  const writeTag = (node: HtmlNode): DocumentBlock[] => {
    const name = node.name ?? '';
    const component = findComponent(name);
    if (component) return [{ name, props: propsOf(node, component), children: childrenOf(node, component) }];
    return /^[a-z]/.test(name) ? writeElement(name, node) : write(node.children ?? []);
  };

  const childrenOf = (node: HtmlNode, component: ComponentDescription): DocumentBlock[] => {
    const image = Object.entries(component.attributes).find(([, { kind }]) => kind === 'image')?.[0];
    if (image === undefined) return write(node.children ?? []);
    const { [image]: src, alt = '' } = propsOf(node, component);
    return typeof src === 'string' ? [{ name: 'img', props: { src, alt }, children: [] }] : [];
  };

  const writeElement = (tag: string, node: HtmlNode): DocumentBlock[] => {
    if (opaqueTags.has(tag)) return [];
    if (!isAllowedTag(tag)) return write(node.children ?? []);
    const attributes = attributesOf(tag, node);
    if (tag === 'img') return [{ name: 'img', props: Object.fromEntries(attributes), children: [] }];
    if (tag === 'input' && attributes.get('type') !== 'checkbox') return [];
    if (tag === 'a') followLink(attributes);
    if (/^h[1-6]$/.test(tag)) nameHeading(tag, node, attributes);
    const coloured = code.get(node);
    if (coloured) return [writeTrusted(coloured)];
    const open = `<${tag}${[...attributes].map(([name, value]) => writeAttribute(name, value)).join('')}>`;
    if (voidTags.has(tag)) return [open];
    const html = [open, ...write(node.children ?? []), `</${tag}>`];
    return tag === 'table' ? scrollable(node, html) : html;
  };

  const followLink = (attributes: Map<string, string>) => {
    const href = attributes.get('href');
    const resolved = href === undefined ? undefined : resolveLink(href);
    if (resolved !== undefined) attributes.set('href', resolved);
  };

  const nameHeading = (tag: string, node: HtmlNode, attributes: Map<string, string>) => {
    const text = textOf(node);
    const slug = attributes.get('id') ?? slugger.slug(text);
    headings.push({ depth: Number(tag[1]), slug, text });
    attributes.set('id', slug);
  };

  return { write, headings };
}

function scrollable(table: HtmlNode, html: DocumentBlock[]): DocumentBlock[] {
  const label = nameOfWideTable(table);
  if (label === undefined) return html;
  const name = writeAttribute('aria-label', label);
  return [`<div class="table-scroll" role="group"${name} tabindex="0">`, ...html, '</div>'];
}

/** Returns the allowed attributes of an HTML element or an MDX tag. Their names are in lower case. */
function attributesOf(tag: string, { properties = {}, attributes = [] }: HtmlNode): Map<string, string> {
  const written = [
    ...Object.entries(properties).map(([name, value]) => [name.replaceAll(/[A-Z]/g, '-$&'), value] as const),
    ...attributes.map(({ name = '', value }) => [name, value === null ? true : readValue(value)] as const),
  ];
  return new Map(
    written.flatMap(([name, value]) => {
      if (value === false || value === null || value === undefined) return [];
      const attribute = attributeName(name);
      const allowed = allowedValue(tag, attribute, textOfValue(value));
      return allowed === undefined ? [] : [[attribute, allowed] as const];
    }),
  );
}

/** Converts the value of a hast attribute to text. Classes are an array in hast. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Turns `class-name` (hast) and `className` (JSX) into `class`, and `col-span` and `colSpan` into `colspan`. */
function attributeName(name: string): string {
  const lower = name.toLowerCase();
  if (/^(aria|data)-/.test(lower)) return lower;
  const plain = lower.replaceAll('-', '');
  return plain === 'classname' ? 'class' : plain;
}

function propsOf({ attributes = [] }: HtmlNode, { attributes: known }: ComponentDescription): Props {
  return Object.fromEntries(
    attributes.flatMap(({ name = '', value }) => {
      const attribute = known[name];
      const literal = value === null ? true : readValue(value);
      if (!attribute || literal === undefined) return [];
      if (attribute.kind === 'address' && !isSafeAddress(String(literal))) return [];
      return [[name, literal] as const];
    }),
  );
}

function readValue(value: string | { value: string } | undefined | null) {
  return typeof value === 'object' && value !== null ? readLiteral(value.value) : (value ?? undefined);
}

/** Writes the highlighter's output, which needs no sanitising because its input was text. */
function writeTrusted({ type, tagName = '', properties = {}, children = [], value = '' }: HtmlNode): string {
  if (type === 'text') return escapeHtml(value);
  const attributes = Object.entries(properties).map(([name, each]) =>
    writeAttribute(
      name === 'className' ? 'class' : name.replaceAll(/[A-Z]/g, '-$&').toLowerCase(),
      textOfValue(each),
    ),
  );
  return `<${tagName}${attributes.join('')}>${children.map(writeTrusted).join('')}</${tagName}>`;
}

function writeAttribute(name: string, value: string): string {
  return value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
}
