import { serializeOuter } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { isHtmlElement, listElements, readAttribute, removeElement, type HtmlElement } from './html-tree.ts';
import type { UnknownPart } from './source-page.ts';

export type Formula = { text: string; isBlock: boolean };

const pictureClass = /(?:^|\s)(?:latex|tex|math|mwe-math|mathjax|ql-img)(?:$|[\s-])/i;
const pictureAddress = /latex\.php|latex\.codecogs|mathtex|mimetex|math\/render/i;

/** The formula that an element is: MathML, a picture with its source as alternative text, or a script of MathJax. */
export function readFormula(element: HtmlElement): Formula | undefined {
  const { tagName } = element;
  const read = (name: string) => readAttribute(element, name) ?? '';
  if (tagName === 'math') return { text: writeLine(element), isBlock: read('display') === 'block' };
  if (tagName === 'mjx-container') {
    const math = listElements(element).find((each) => each.tagName === 'math');
    return math && { text: writeLine(math), isBlock: read('display') === 'true' };
  }
  if (tagName === 'script' && /^math\/tex/i.test(read('type')))
    return { text: textOf(element).trim(), isBlock: read('type').includes('mode=display') };
  const isPicture = pictureClass.test(read('class')) || pictureAddress.test(read('src'));
  if (tagName !== 'img' || !isPicture || read('alt').trim() === '') return undefined;
  return { text: read('alt').trim(), isBlock: /display/.test(read('class')) };
}

/** Removes the other forms of formulas, which screen readers skip: readers would get the formula twice. */
export function dropCopies(root: HtmlElement, unknown: UnknownPart[]): void {
  for (const math of listElements(root).filter(({ tagName }) => tagName === 'math')) {
    let parent = math.parentNode;
    while (parent && 'tagName' in parent && parent.tagName === 'span') {
      for (const copy of parent.childNodes.filter(isHtmlElement)) {
        if (readAttribute(copy, 'aria-hidden') !== 'true') continue;
        unknown.push({ what: 'a second form of a formula', source: serializeOuter(copy), isInText: false });
        removeElement(copy);
      }
      parent = parent.parentNode;
    }
  }
}

/** TeX if the formula has it, else its signs in one line: `x^2`. */
function writeLine(math: HtmlElement): string {
  const tex = listElements(math).find(
    (each) => each.tagName === 'annotation' && /tex/i.test(readAttribute(each, 'encoding') ?? ''),
  );
  return (tex ? textOf(tex) : (readAttribute(math, 'alttext') ?? write(math))).replaceAll(/\s+/g, ' ').trim();
}

/** What stands between the parts of an element. */
const marks: Readonly<Record<string, string>> = {
  msup: '^',
  mover: '^',
  msub: '_',
  munder: '_',
  msubsup: '_^',
  munderover: '_^',
  mfrac: '/',
  mroot: ', ',
  mtr: ', ',
  mtable: '; ',
};

function write(element: HtmlElement): string {
  const { tagName } = element;
  if (tagName.startsWith('annotation')) return '';
  const parts = element.childNodes.filter(isHtmlElement).map(write);
  const mark = marks[tagName];
  if (tagName === 'mroot') return `√(${parts.join(mark)})`;
  if (mark?.includes(' ')) return parts.join(mark);
  if (mark !== undefined)
    return parts
      .map((part) => ([...part].length > 1 ? `(${part})` : part))
      .reduce((line, part, at) => line + (mark[at - 1] ?? '') + part);
  // Two letters or numbers stay apart.
  const text =
    parts.length > 0
      ? parts.join('\0')
      : textOf(element)
          .replaceAll(/[\u2061-\u2064]/g, '')
          .trim();
  const line = text.replaceAll(/(?<=[\p{L}\p{N}])\0+(?=[\p{L}\p{N}])/gu, ' ').replaceAll('\0', '');
  return tagName === 'msqrt' ? `√(${line})` : line;
}
