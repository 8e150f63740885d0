import { posix } from 'node:path';
import { markdownToHtml } from 'satteri';
import { escapeHtml } from '#lib/content/html-text.ts';
import { textOf } from '#lib/content/tree-text.ts';
import { isHtmlElement, parseText } from '#lib/importing/html-tree.ts';
import { readMdx, splitProgram, unreadable, type MdxNode } from './read-mdx.ts';
import { isNoteName, openNote, reportUnknown, showUnknown, titleOf } from './unknown-source.ts';

type MdxFile = {
  /** Below the source. */
  file: string;
  hasMath: boolean;
  /** The text of another file, without its fields. */
  readText: (file: string) => string | undefined;
  /** Collects the files that the text includes. */
  parts: Set<string>;
};

const pictures = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i;
const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const inlineTags = /^(?:a|b|button|code|em|i|img|kbd|small|span|strong|sub|sup)$/;
const maxDepth = 5;

/**
 * Converts MDX to HTML. Words of components stay, and files that a text includes are part of it. Other programs are
 * in the report or, in place of something that readers saw, code. Nothing is run.
 */
export function mdxToHtml(source: string, options: MdxFile, depth = 0): string {
  const read = readMdx(source, options.hasMath);
  if (read === undefined) return showUnknown(source, 'MDX that cannot be read', true);
  const { text, tree } = read;
  const imports = new Map<string, string>();
  for (const { type, value = '' } of tree.children ?? []) {
    if (type !== 'mdxjsEsm') continue;
    for (const [, name = '', path = ''] of value.matchAll(/\bimport\s+(\w+)\s+from\s*["']([^"']+)["']/g))
      imports.set(name, resolvePath(path, options.file));
  }
  try {
    return writeChildren(tree);
  } catch {
    // Thousands of nested elements exceed the stack.
    return showUnknown(source, 'MDX that cannot be read', true);
  }

  function writeChildren({ children = [] }: MdxNode): string {
    return children.map(write).join('');
  }

  function write(node: MdxNode): string {
    const { type, value = '' } = node;
    if (type === 'text') return escapeHtml(value);
    if (type === 'element') return writeTag(node.tagName ?? '', readProperties(node), writeChildren(node));
    if (type === 'mdxJsxFlowElement' || type === 'mdxJsxTextElement') return writeComponent(node);
    if (type === 'mdxjsEsm') return writeProgram(value);
    return /^mdx\w+Expression$/.test(type) ? writeExpression(node) : '';
  }

  function writeProgram(value: string): string {
    const { program, text: words } = splitProgram(value);
    const shown = program === '' ? '' : reportUnknown(program, 'an import or export of MDX');
    return shown + (words.trim() === '' ? '' : markdownToHtml(words).html);
  }

  function writeExpression(node: MdxNode): string {
    const value = codeOf(node, text);
    const isBlock = node.type === 'mdxFlowExpression';
    const words = literalOf(value, imports);
    if (words !== undefined)
      return isBlock && words.includes('\n') ? `<pre>${escapeHtml(words)}</pre>` : escapeHtml(words);
    const isComment = value.replaceAll(/\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*/g, '').trim() === '';
    if (!isComment) return showUnknown(`{${value}}`, 'an expression of MDX', isBlock);
    const isMark = /^(?:truncate|more|prettier-ignore[-\w]*)?$/i.test(value.replaceAll(/[/*\s]/g, ''));
    return isMark ? '' : reportUnknown(value, 'a comment');
  }

  function writeComponent(node: MdxNode): string {
    const { name } = node;
    if (name === undefined || name === null) return writeChildren(node);
    const { known, unread } = readAttributes(node, imports);
    const isBlock = node.type === 'mdxJsxFlowElement';
    if (name === unreadable)
      return showUnknown(known.get('source') ?? '', 'MDX that cannot be read', isBlock);
    const inner = writeChildren(node);
    if (/^[a-z][\w-]*$/.test(name)) {
      const reports = unread.map((each) => reportUnknown(each, `an attribute of <${name}>`));
      const shown = writeTag(name, known, inner) + reports.join('');
      return isBlock && inlineTags.test(name) ? `<div>${shown}</div>` : shown;
    }
    const part = imports.get(name) ?? '';
    const included = /\.mdx?$/.test(part) && depth < maxDepth ? options.readText(part) : undefined;
    if (included !== undefined) {
      options.parts.add(part);
      return mdxToHtml(included, { ...options, file: part }, depth + 1);
    }
    const start = node.position?.start.offset ?? 0;
    const first = node.children?.[0]?.position?.start.offset;
    const whole = text.slice(start, node.position?.end.offset);
    const opening = first === undefined ? whole : text.slice(start, first).trim();
    // The parser's value lacks spaces at the start of lines.
    const exact = /\bcode=\{(`(?:\\[\s\S]|[^`\\])*`)\}/.exec(opening)?.[1];
    if (exact !== undefined) known.set('code', literalOf(exact, imports) ?? '');
    return (
      writeKnown(name, { known, inner, isBlock }) ??
      (inner.trim() === ''
        ? showUnknown(whole, `the component ${name}`, isBlock)
        : reportUnknown(opening, `the component ${name}`) +
          (isBlock ? `${writeTitle(name, known)}<div>${inner}</div>` : inner))
    );
  }
}

/** The source of an expression. The parser's value lacks spaces at the start of lines. */
function codeOf({ value = '', position }: MdxNode, text: string): string {
  if (!position) return value;
  const { offset } = position.start;
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset) + 1))?.[0] ?? '';
  return text.slice(offset + 1, position.end.offset - 1).replaceAll(`\n${indent}`, '\n');
}

type Component = { known: ReadonlyMap<string, string>; inner: string; isBlock: boolean };

/** Notes, pictures and links, whatever the component is called. */
function writeKnown(name: string, { known, inner, isBlock }: Component): string | undefined {
  const title = titleOf(name, known);
  if (isNoteName(name) && inner.trim() !== '')
    return `${openNote(known.get('type') ?? name, title)}${inner}</aside>`;
  const code = /^code(?:block)?$/i.test(name) ? (known.get('code') ?? readCode(inner)) : undefined;
  if (code !== undefined && isBlock) {
    const language = escapeHtml(known.get('lang') ?? known.get('language') ?? '');
    return `<pre data-title="${escapeHtml(title ?? '')}"><code class="language-${language}">${escapeHtml(code)}</code></pre>`;
  }
  const src = known.get('src');
  if (src !== undefined && inner.trim() === '' && (pictures.test(src) || /image|img|picture/i.test(name))) {
    const read = (...names: string[]) => escapeHtml(names.map((each) => known.get(each)).find(Boolean) ?? '');
    const image = `<img src="${escapeHtml(src)}" alt="${read('alt')}" title="${read('caption', 'title')}">`;
    return isBlock ? `<div>${image}</div>` : image;
  }
  const href = known.get('href') ?? known.get('to');
  if (href === undefined || (inner.trim() === '' && title === undefined)) return undefined;
  const link = (label: string) => `<a href="${escapeHtml(href)}">${label}</a>`;
  if (!isBlock) return link(inner.trim() === '' ? escapeHtml(title ?? '') : inner);
  if (title === undefined) return `<div>${link(inner)}</div>`;
  const description = known.get('description');
  return `<p><strong>${link(escapeHtml(title))}</strong></p>${description ? `<p>${escapeHtml(description)}</p>` : ''}${inner}`;
}

/** The text of a component that holds a block of code only, as an expression. */
function readCode(inner: string): string | undefined {
  const root = parseText(inner.trim());
  const [pre, other] = root.childNodes;
  return pre && !other && isHtmlElement(pre) && pre.tagName === 'pre' ? textOf(pre) : undefined;
}

function writeTitle(name: string, known: ReadonlyMap<string, string>): string {
  const title = titleOf(name, known);
  return title ? `<p><strong>${escapeHtml(title)}</strong></p>` : '';
}

function writeTag(name: string, attributes: ReadonlyMap<string, string>, inner: string): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join('')}>${voidTags.test(name) ? '' : `${inner}</${name}>`}`;
}

function readProperties({ properties = {}, data }: MdxNode): Map<string, string> {
  const all: Readonly<Record<string, unknown>> = { ...properties, dataMeta: data?.meta };
  return new Map(
    Object.entries(all).flatMap(([name, value]) => {
      if (value === false || value === null || value === undefined) return [];
      const text = value === true ? '' : Array.isArray(value) ? value.join(' ') : value;
      return [[attributeName(name), typeof text === 'string' ? text : JSON.stringify(text)] as const];
    }),
  );
}

function attributeName(name: string): string {
  if (name === 'className') return 'class';
  if (/^(?:data|aria)[A-Z]/.test(name))
    return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return name === 'htmlFor' ? 'for' : name;
}

/** @returns those that are texts, and the source of others that may have words */
function readAttributes(
  { attributes = [] }: MdxNode,
  imports: ReadonlyMap<string, string>,
): { known: Map<string, string>; unread: string[] } {
  const known = new Map<string, string>();
  const unread: string[] = [];
  for (const { name, value } of attributes) {
    const code = typeof value === 'object' ? value?.value : undefined;
    const text = typeof value === 'string' ? value : code === undefined ? '' : literalOf(code, imports);
    if (name !== undefined && text !== undefined) known.set(attributeName(name), text);
    // An object, such as `{{ display: 'none' }}`.
    else if (name === 'style') known.set(name, (code ?? '').replaceAll(/[{}'"`]/g, '').replaceAll(',', ';'));
    else if (name === undefined || !/^(?:className|key|ref|on[A-Z]\w*)$/.test(name))
      unread.push(
        name === undefined ? `{${typeof value === 'string' ? value : ''}}` : `${name}={${code ?? ''}}`,
      );
  }
  return { known, unread };
}

/** The text of an expression that is one, or the path of a file that it names. */
function literalOf(code: string, imports: ReadonlyMap<string, string>): string | undefined {
  const text = code.trim().replace(/\.(?:default|src)$/, '');
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  if (/^\w+$/.test(text)) {
    const path = imports.get(text);
    return path !== undefined && pictures.test(path) ? `/${path}` : undefined;
  }
  const inner = /^(?:require|useBaseUrl|withBase)\(([^()]*)\)$/.exec(text)?.[1];
  if (inner !== undefined) return literalOf(inner, imports);
  const [, quote, words = ''] = /^(["'`])((?:\\[\s\S]|(?!\1)[^\\])*)\1$/.exec(text) ?? [];
  if (quote === undefined || (quote === '`' && words.includes('${'))) return undefined;
  return words.replaceAll(/\\([\s\S])/g, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign);
}

/** @param path as in an import: relative, or below the source: `@site/parts/_rules.md` */
function resolvePath(path: string, from: string): string {
  if (/^(?:@site|@|~)?\//.test(path)) return posix.join(path.replace(/^(?:@site|@|~)?\//, ''));
  return posix.join(posix.dirname(from), path);
}
