import type { Block } from './content-blocks.ts';
import { attribute, findElement, lineOf, textOf, type Element } from './content-tree.ts';

/** The code in a `<pre>` with the language that the highlighter left in a class or `data-language`. */
export function codeOf(element: Element): Block[] {
  const value = textOf(element).replaceAll('\r', '\n').replace(/\n$/, '');
  if (lineOf(value) === '') return [];
  const code = findElement(element, (child) => child.tagName === 'code');
  const classes = [element, code].map((one) => (one && attribute(one, 'class')) ?? '').join(' ');
  const named = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1] ?? attribute(element, 'data-language') ?? '';
  const language = named === 'plaintext' || /[\s`\\&]/.test(named) ? '' : named;
  return [{ type: 'code', lang: language || null, value }];
}
