import { isUtf8 } from 'node:buffer';
import type { Explanation } from '#lib/content/checking/problem.ts';
import { referencesIn } from './drawing-rules.ts';
import {
  DrawingError,
  maxDepth,
  readDrawingXml,
  svgNamespace,
  tooLarge,
  type DrawingElement,
} from './drawing-xml.ts';

/** A drawing to serve, or the reason why it is refused. */
export type Drawing = { svg: Buffer; problem?: undefined } | { svg?: undefined; problem: Explanation };

/** A drawing of this size takes about 30 ms of CPU time. */
const maxBytes = 512 * 1024;
/** Maximum of elements that a browser draws, counted again for each reference to them. */
const maxDrawn = 20_000;
const maxCopies = 1000;

/** Whether a file looks like an SVG drawing, even if it is invalid or compressed. No photo starts like this. */
export function isDrawing(bytes: Buffer): boolean {
  return /^(?:\xEF\xBB\xBF)?\s*<|<svg[\s>]|^\x1F\x8B/i.test(bytes.toString('latin1', 0, 4096));
}

/** Sanitises an SVG drawing: writes a new one with the elements and attributes that drawings may have. */
export function readDrawing(bytes: Buffer): Drawing {
  try {
    if (bytes.length > maxBytes) throw tooLarge(`is larger than ${maxBytes >> 10} KiB`);
    if (!isUtf8(bytes)) throw notUtf8();
    const root = readDrawingXml(bytes.toString('utf8'));
    requireFewCopies(root);
    return { svg: Buffer.from(write(root, ` xmlns="${svgNamespace}"`)) };
  } catch (error) {
    if (error instanceof DrawingError) return { problem: error.explanation };
    throw error;
  }
}

function notUtf8(): DrawingError {
  return new DrawingError({
    message: 'the drawing is not text in UTF-8',
    fix: 'save it again as SVG in UTF-8',
  });
}

/** Limits references: a chain of 20 elements that each use the previous one ten times would draw 10^20 elements. */
function requireFewCopies(root: DrawingElement): void {
  const byId = new Map<string, DrawingElement>();
  listIds(root, byId);
  let drawn = 0;
  let copies = 0;
  const draw = (element: DrawingElement, depth: number): void => {
    if (depth > 2 * maxDepth) throw tooLarge('refers to itself, or nests references too deep');
    if (++drawn > maxDrawn) throw tooLarge(`draws more than ${maxDrawn.toLocaleString('en')} elements`);
    for (const [name, value] of element.attributes) {
      for (const id of name === 'href' ? [value.slice(1)] : referencesIn(value)) {
        const target = byId.get(id);
        if (!target) continue;
        if (element.name === 'use' && ++copies > maxCopies)
          throw tooLarge(`copies elements more than ${maxCopies.toLocaleString('en')} times`);
        draw(target, depth + 1);
      }
    }
    for (const child of element.children) if (typeof child !== 'string') draw(child, depth + 1);
  };
  draw(root, 0);
}

function listIds(element: DrawingElement, byId: Map<string, DrawingElement>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of element.children) if (typeof child !== 'string') listIds(child, byId);
}

function write({ name, attributes, children }: DrawingElement, namespace = ''): string {
  const listed = [...attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  const start = `<${name}${namespace}${listed}`;
  if (children.length === 0) return `${start}/>`;
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : write(child)));
  return `${start}>${inner.join('')}</${name}>`;
}

/** An apostrophe needs no escape, so drawings with apostrophes keep their bytes. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? '&#13;');
}
