import { textOf } from '#lib/content/tree-text.ts';
import {
  isHtmlElement,
  listElements,
  readAttribute,
  replaceChildren,
  type HtmlElement,
} from './html-tree.ts';

export type Formula = { text: string; isBlock: boolean };

const pictureClass = /(?:^|\s)(?:latex|tex|math|mwe-math|mathjax|ql-img)(?:$|[\s-])/i;
const pictureAddress = /latex\.php|latex\.codecogs|mathtex|mimetex|math\/render/i;

/** The formula that an element is: MathML, a picture with its source as alternative text, or a script of MathJax. */
export function readFormula(element: HtmlElement): Formula | undefined {
  const { tagName } = element;
  const read = (name: string) => readAttribute(element, name) ?? '';
  if (tagName === 'math') return { text: writeLine(element), isBlock: read('display') === 'block' };
  if (tagName === 'mjx-container') {
    const math = [...listElements(element)].find((each) => each.tagName === 'math');
    return math && { text: writeLine(math), isBlock: read('display') === 'true' };
  }
  if (tagName === 'script' && /^math\/tex/i.test(read('type')))
    return { text: textOf(element).trim(), isBlock: read('type').includes('mode=display') };
  const isPicture = pictureClass.test(read('class')) || pictureAddress.test(read('src'));
  if (tagName !== 'img' || !isPicture || read('alt').trim() === '') return undefined;
  return { text: read('alt').trim(), isBlock: /display/.test(read('class')) };
}

/** Removes the other forms of formulas, which screen readers skip: readers would get the formula twice. */
export function dropCopies(root: HtmlElement): void {
  for (const math of [...listElements(root)].filter(({ tagName }) => tagName === 'math')) {
    let parent = math.parentNode;
    while (parent && 'tagName' in parent && parent.tagName === 'span') {
      const isCopy = (each: HtmlElement) => readAttribute(each, 'aria-hidden') === 'true';
      replaceChildren(
        parent,
        parent.childNodes.filter((child) => !isHtmlElement(child) || !isCopy(child)),
      );
      parent = parent.parentNode;
    }
  }
}

/** TeX if the formula has it, else its signs in one line: `x^2`. */
function writeLine(math: HtmlElement): string {
  const tex = [...listElements(math)].find(
    (each) => each.tagName === 'annotation' && /tex/i.test(readAttribute(each, 'encoding') ?? ''),
  );
  return (tex ? textOf(tex) : (readAttribute(math, 'alttext') ?? write(math))).replaceAll(/\s+/g, ' ').trim();
}

function write(element: HtmlElement): string {
  const parts = element.childNodes.filter(isHtmlElement).map(write);
  const [first = '', second = '', third = ''] = parts;
  switch (element.tagName) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'msup':
    case 'mover':
      return `${first}^${group(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${group(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${group(second)}^${group(third)}`;
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msqrt':
      return `√(${join(parts)})`;
    case 'mroot':
      return `${second}√(${first})`;
    case 'mtr':
      return parts.join(', ');
    case 'mtable':
      return parts.join('; ');
    default:
      return parts.length > 0
        ? join(parts)
        : textOf(element)
            .replaceAll(/[\u2061-\u2064]/g, '')
            .trim();
  }
}

/** Two letters or numbers stay apart. */
function join(parts: readonly string[]): string {
  return parts.reduce(
    (line, part) => line + (/[\p{L}\p{N}]$/u.test(line) && /^[\p{L}\p{N}]/u.test(part) ? ' ' : '') + part,
    '',
  );
}

function group(text: string): string {
  return [...text].length > 1 ? `(${text})` : text;
}
