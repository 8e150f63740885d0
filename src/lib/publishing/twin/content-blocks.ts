import type { BlockContent, DefinitionContent, Strong } from 'mdast';
import { attribute, findElement, hasClass, toOneLine, type Element } from './content-tree.ts';
import { textOf } from '#lib/content/tree-text.ts';

/** An mdast node with white space collapsed as in browsers. Twins and passages are written from blocks. */
export type Block = BlockContent | DefinitionContent;

declare module 'mdast' {
  interface HeadingData {
    /** Id of the heading, or of its section. */
    id?: string | null;
  }
  interface ParagraphData {
    /** Text without a `<p>` around it, as in a tight list. */
    isBare?: boolean;
  }
}

/** Joins the paragraphs of a heading into one line. Other blocks follow the heading. */
export function headingOf(element: Element, blocks: Block[]): Block[] {
  const lines = blocks.filter((block) => block.type === 'paragraph').map((block) => block.children);
  const others = blocks.filter((block) => block.type !== 'paragraph');
  const children = lines.flatMap((line, index) => {
    return index === 0 ? line : [{ type: 'text' as const, value: ' ' }, ...line];
  });
  if (children.length === 0) return others;
  const depth = Number(element.tagName.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;
  return [{ type: 'heading', depth, children, data: { id: anchorOf(element) } }, ...others];
}

function anchorOf(heading: Element): string | null {
  const parent = heading.parentNode;
  const section = parent && 'tagName' in parent && parent.tagName === 'section' ? parent : null;
  return attribute(heading, 'id') ?? (section && attribute(section, 'id')) ?? null;
}

/** The code of a `<pre>`. Its language comes from a class or from `data-language`. */
export function codeBlockOf(element: Element): Block[] {
  const value = textOf(element).replaceAll('\r', '\n').replace(/\n$/, '');
  if (toOneLine(value) === '') return [];
  const code = findElement(element, (child) => child.tagName === 'code');
  const classes = [element, code].map((one) => (one && attribute(one, 'class')) ?? '').join(' ');
  const named = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1] ?? attribute(element, 'data-language') ?? '';
  const language = named === 'plaintext' || /[\s`\\&]/.test(named) ? '' : named;
  return [{ type: 'code', lang: language || null, value }];
}

export function isCalloutTitle(element: Element): boolean {
  return attribute(element, 'data-callout-title') !== undefined || hasClass(element, 'callout-title');
}

/** Returns a quote. If the callout has no title, the quote starts with its kind in bold. */
export function calloutOf(element: Element, kind: string, blocks: Block[]): Block[] {
  if (blocks.length === 0) return [];
  const hasTitle = kind === '' || findElement(element, isCalloutTitle) !== null;
  const title = strongText(kind.charAt(0).toUpperCase() + kind.slice(1));
  const children: Block[] = hasTitle ? blocks : [{ type: 'paragraph', children: [title] }, ...blocks];
  return [{ type: 'blockquote', children }];
}

export function strongText(value: string): Strong {
  return { type: 'strong', children: [{ type: 'text', value }] };
}
