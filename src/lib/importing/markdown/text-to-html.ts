import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { defineHastPlugin, markdownToHtml } from 'satteri';
import { textOf } from '#lib/content/tree-text.ts';
import {
  isHtmlElement,
  isHtmlText,
  listElements,
  parseText,
  readAttribute,
  setAttribute,
  type HtmlElement,
} from '#lib/importing/html-tree.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { readFrontFields, type FrontFields } from './front-fields.ts';
import { outsideCode } from './mask-code.ts';
import { replaceIndentedNotes } from './indented-notes.ts';
import { mdxToHtml } from './mdx-to-html.ts';
import { replaceExtensions, replaceKramdown } from './read-kramdown.ts';
import { replaceLiquid } from './read-liquid.ts';
import { replaceShortcodes } from './read-shortcodes.ts';
import type { TextFinder } from './served-files.ts';
import type { LayoutRules } from './source-settings.ts';
import { noteType, replaceNotes, reportUnknown, showUnknown } from './unknown-source.ts';

export const maxFileSize = 5_000_000;

type TextFile = {
  body: string;
  file: string;
  /** Below its folder of texts. */
  path: string;
  source: string;
  rules: LayoutRules;
  fields: FrontFields;
  findText: TextFinder;
};

type Converted = {
  html: string;
  /** The text with the files that it includes. */
  whole: string;
  /** The names of these files. */
  parts: ReadonlySet<string>;
};

export function textToHtml({ body: text, file, path, findText, source, rules, fields }: TextFile): Converted {
  const parts = new Set<string>();
  const isMdx = file.endsWith('.mdx') || (rules.layout === 'docusaurus' && !fields.isPlain);
  const { hasMath } = rules;
  if (isMdx)
    return {
      html: mdxToHtml(text, { file, hasMath, parts, readText: (part) => readPart(source, part) }),
      whole: text,
      parts,
    };
  const find = (name: string) => findText(name, path);
  const whole = rules.layout === 'plain' ? includeParts(text, { file, source, parts }) : text;
  const plain = toPlainMarkdown(whole, { source, rules, isHtml: /\.html?$/i.test(file), find });
  if (/\.html?$/i.test(file)) return { html: plain, whole, parts };
  const { html } = markdownToHtml(plain, {
    features: {
      gfm: true,
      smartPunctuation: false,
      frontmatter: false,
      math: { singleDollarTextMath: hasMath },
      definitionList: rules.layout !== 'starlight',
      subscript: /pymdownx\.tilde/.test(JSON.stringify(rules.settings)),
      superscript: /pymdownx\.caret/.test(JSON.stringify(rules.settings)),
    },
    hastPlugins: [keepMeta],
  });
  return { html, whole, parts };
}

/** Keeps what stands after the language of a code block. */
const keepMeta = defineHastPlugin({
  name: 'keep-meta',
  element: {
    filter: ['code'],
    visit(code, context) {
      const data: object = code.data ?? {};
      const meta = 'meta' in data && typeof data.meta === 'string' ? data.meta : null;
      context.setProperty(code, 'dataMeta', meta);
    },
  },
});

type Dialect = {
  source: string;
  rules: LayoutRules;
  isHtml: boolean;
  /** The address of another text, as `ref` of Hugo names it. */
  find: (name: string) => string;
};

/** Replaces what a site generator adds to Markdown. */
function toPlainMarkdown(text: string, { source, rules, isHtml, find }: Dialect): string {
  const { layout, settings, base } = rules;
  if (layout === 'hugo') return outsideCode(replaceShortcodes(text, find), replaceNotes, true);
  if (layout === 'starlight' || layout === 'docusaurus') return outsideCode(text, replaceNotes, true);
  const findFile = (name: string) =>
    ['', '.yml', '.yaml', '.json', '.csv', '.tsv']
      .map((ending) => name + ending)
      .find((file) => findInFolder(source, file) !== undefined);
  const noted = layout === 'plain' && !isHtml ? replaceIndentedNotes(text) : text;
  const liquid = replaceLiquid(noted, { settings, base, findFile, isInCode: layout === 'jekyll' });
  if (settings['mkdocs'] !== undefined)
    return outsideCode(replaceKramdown(liquid), (part) => replaceNotes(replaceExtensions(part)), true);
  if (layout === 'plain')
    return outsideCode(liquid, (part) => replaceNotes(linkNames(hideComments(part), find)), true);
  return isHtml ? liquid : outsideCode(replaceKramdown(liquid), replaceNotes, true);
}

/** In Obsidian, only the author sees what stands between `%%` and `%%`. */
function hideComments(text: string): string {
  return text.replaceAll(/(?<![\w%])%%(?!%)([\s\S]{1,5000}?)%%(?![\w%])/g, (_, words: string) =>
    reportUnknown(words.trim(), 'a comment'),
  );
}

/** In Obsidian, `[[Tides]]` and `[[Tides|words]]` lead to the text of that name. Without such a text, they stay as they are. */
function linkNames(text: string, find: Dialect['find']): string {
  return text.replaceAll(
    /(?<!!)\[\[([^[\]|\\<>\n]{1,300})(?:\\?\|([^[\]|\n]{1,300}))?\]\]/g,
    (all, name: string, words: string = name) => {
      const found = find(name.trim());
      return found === name.trim() ? all : `[${words.trim()}](<${found}>)`;
    },
  );
}

type Includes = { file: string; source: string; parts: Set<string> };

const include = /^([ \t]*)(?:-{1,9}8<-{1,9}[ \t]+["']([^"'\n]+)["']|<!--\s*@include:\s*(\S+)\s*-->)[ \t]*$/gm;
const maxDepth = 5;

/** Puts the files in place that MkDocs (`--8<-- "a.md"`) and VitePress (`<!--@include: ./a.md-->`) include, also in code. */
function includeParts(text: string, options: Includes, depth = 0): string {
  const { file, source, parts } = options;
  return text.replaceAll(include, (line, indent: string, below?: string, beside?: string) => {
    const name = below ?? beside ?? '';
    const places = [posix.join(posix.dirname(file), name), posix.join(name), posix.join('docs', name)];
    const found = places.find((place) => findInFolder(source, place) !== undefined);
    const words = found === undefined || depth === maxDepth ? undefined : readPart(source, found);
    if (found === undefined || words === undefined)
      return below === undefined ? showUnknown(line.trim(), 'a part that is not here', true) : line;
    parts.add(found);
    return includeParts(words.trimEnd(), { ...options, file: found }, depth + 1).replaceAll(
      /^(?=.)/gm,
      indent,
    );
  });
}

/** The text of a file that another one includes. */
function readPart(source: string, part: string): string | undefined {
  const path = findInFolder(source, part);
  if (path === undefined || statSync(path).size > maxFileSize) return undefined;
  return readFrontFields(readFileSync(path, 'utf8')).body;
}

/** The first heading of level 1. */
export function titleIn(html: string): string | undefined {
  const heading = listElements(parseText(html)).find(({ tagName }) => tagName === 'h1');
  return (
    heading &&
    textOf(heading)
      .replace(/\{#[^{}]{0,300}\}\s{0,9}$/, '')
      .trim()
  );
}

/** Reads notes, the anchors of headings and the titles of code, which have marks of their own in Markdown. */
export function prepareText(root: HtmlElement): void {
  for (const element of listElements(root))
    if (/^h[1-6]$/.test(element.tagName)) readHeadingId(element);
    else if (element.tagName === 'blockquote') readAlert(element);
    else if (element.tagName === 'code') readInfo(element);
}

/** ` ```js{1,3} title="rope.js" ` names the code, and ` ```js [rope.js] ` does so in VitePress. */
function readInfo(code: HtmlElement): void {
  const info = `${readAttribute(code, 'class') ?? ''} ${readAttribute(code, 'data-meta') ?? ''}`;
  const [, , title, label] =
    /\b(?:title|file(?:name)?|name|caption)=(["'])(.{1,300}?)\1|[ \w-]\[([^\]]{1,300})\]/.exec(info) ?? [];
  const language = /^language-(?:\{\s*)?\.?([\w+#-]+)/.exec(info)?.[1];
  setAttribute(code, 'class', language === undefined ? undefined : `language-${language}`);
  setAttribute(code, 'data-title', title ?? label);
}

/** `> [!NOTE]`, as GitHub writes notes. A title may follow. */
function readAlert(quote: HtmlElement): void {
  const paragraph = quote.childNodes.find(isHtmlElement);
  const [first] = paragraph?.tagName === 'p' ? paragraph.childNodes : [];
  if (!first || !isHtmlText(first)) return;
  const [found, type = '', title = ''] =
    /^\s*\[!(\w{1,20})\][+-]?[ \t]*([^\n]{0,200})\n?/.exec(first.value) ?? [];
  if (found === undefined) return;
  first.value = first.value.slice(found.length);
  quote.tagName = 'aside';
  setAttribute(quote, 'data-import-callout', noteType(type));
  if (title.trim() !== '') setAttribute(quote, 'data-title', title.trim());
}

/** `## Field work {#field-work}` names the anchor of a heading. */
function readHeadingId(heading: HtmlElement): void {
  const last = heading.childNodes.at(-1);
  const [found, id] =
    (last && 'value' in last && /\s{0,9}\{#([\w-]{1,200})(?:\s[^}]{0,200})?\}\s{0,9}$/.exec(last.value)) ||
    [];
  if (found === undefined || id === undefined || !last || !('value' in last)) return;
  last.value = last.value.slice(0, -found.length);
  setAttribute(heading, 'id', id);
}
