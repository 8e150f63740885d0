import sax from 'sax';
import type { Explanation } from '#lib/content/checking/problem.ts';
import { drawingElements, isDrawingAttribute, plainAttribute } from './drawing-rules.ts';

/** An element of a drawing, with the attributes and children that drawings may have. */
export type DrawingElement = {
  name: string;
  attributes: Map<string, string>;
  children: (DrawingElement | string)[];
};

/** Why a drawing is refused. */
export class DrawingError extends Error {
  readonly explanation: Explanation;

  constructor(explanation: Explanation) {
    super(explanation.message);
    this.explanation = explanation;
  }
}

export const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
export const maxDepth = 64;
const maxElements = 10_000;
const maxAttributes = 100;
/** Maximum for an element with its ancestors. Drawing programs declare about ten. */
const maxNamespaces = 32;
const simplify = 'simplify it, or save it as PNG or WebP';
const saveAsPlain = 'save it as plain SVG with styles as attributes, or as PNG or WebP';

/** An open element. `element` is undefined if the element is left out with all its content. */
type Open = { element: DrawingElement | undefined; namespaces: ReadonlyMap<string, string> };

/**
 * Parses a drawing as XML. Leaves out elements in other namespaces, such as those of drawing programs, comments,
 * processing instructions and unknown attributes.
 * @throws DrawingError for text that is not XML, is too large, or has elements or values that are not allowed
 */
export function readDrawingXml(source: string): DrawingElement {
  const parser = new sax.SAXParser(true, { strictEntities: true });
  const open: Open[] = [];
  let given: { name: string; value: string }[] = [];
  let elements = 0;
  let root: DrawingElement | undefined;

  parser.onerror = () => {
    throw notXml(parser.line + 1);
  };
  parser.onsgmldeclaration = parser.onerror;
  parser.ondoctype = (text) => {
    if (!text.includes('[')) return;
    throw new DrawingError({ message: 'the drawing defines entities', fix: saveAsPlain });
  };
  parser.onopentagstart = () => {
    given = [];
    if (++elements > maxElements)
      throw tooLarge(`has more than ${maxElements.toLocaleString('en')} elements`);
    if (open.length >= maxDepth) throw tooLarge(`nests elements more than ${maxDepth} levels deep`);
  };
  parser.onattribute = (attribute) => {
    if (given.push(attribute) > maxAttributes)
      throw tooLarge(`has an element with more than ${maxAttributes} attributes`);
  };
  parser.onopentag = ({ name }) => {
    const parent = open.at(-1);
    const namespaces = withDeclared(given, parent?.namespaces);
    const isLeftOut = parent !== undefined && parent.element === undefined;
    const element = isLeftOut ? undefined : readElement(name, given, namespaces);
    if (element) parent?.element?.children.push(element);
    if (!parent) root = requireRoot(element, root);
    open.push({ element, namespaces });
  };
  parser.onclosetag = () => open.pop();
  parser.ontext = (text) => open.at(-1)?.element?.children.push(text);
  parser.oncdata = parser.ontext;

  parse(parser, source);
  return requireRoot(root, undefined);
}

function parse(parser: InstanceType<typeof sax.SAXParser>, source: string): void {
  try {
    parser.write(source).close();
  } catch (error) {
    if (error instanceof DrawingError) throw error;
    // Attribute names such as hasOwnProperty make the parser throw other errors.
    throw notXml(parser.line + 1);
  }
}

function readElement(
  qualified: string,
  given: readonly { name: string; value: string }[],
  namespaces: ReadonlyMap<string, string>,
): DrawingElement | undefined {
  const { prefix, name } = splitName(qualified);
  if (namespaces.get(prefix) !== svgNamespace || name === 'metadata') return undefined;
  if (!drawingElements.has(name)) {
    const message = `the drawing has an element <${name.slice(0, 40)}>, which can run, load or change something`;
    throw new DrawingError({ message, fix: saveAsPlain });
  }
  const attributes = given.flatMap((attribute) => {
    const known = knownName(attribute.name, namespaces);
    return known === undefined ? [] : [[known, requirePlain(known, attribute.value)] as const];
  });
  return { name, attributes: new Map(attributes), children: [] };
}

/** The name of an attribute without its prefix; undefined if the attribute is left out. */
function knownName(qualified: string, namespaces: ReadonlyMap<string, string>): string | undefined {
  const { prefix, name } = splitName(qualified);
  if (prefix === '') return isDrawingAttribute(name) ? name : undefined;
  if (qualified === 'xml:space' || qualified === 'xml:lang') return qualified;
  return name === 'href' && namespaces.get(prefix) === xlinkNamespace ? name : undefined;
}

function requirePlain(name: string, value: string): string {
  const plain = plainAttribute(name, value);
  if (plain !== undefined) return plain;
  const message = `the drawing refers to something outside of it, or has an unknown function, in ${name}`;
  throw new DrawingError({ message, fix: saveAsPlain });
}

function requireRoot(element: DrawingElement | undefined, other: DrawingElement | undefined): DrawingElement {
  if (element?.name === 'svg' && !other) return element;
  throw new DrawingError({
    message: `the file is not one <svg> element with xmlns="${svgNamespace}"`,
    fix: saveAsPlain,
  });
}

const xmlNamespaces = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

function withDeclared(
  given: readonly { name: string; value: string }[],
  outer: ReadonlyMap<string, string> = xmlNamespaces,
): ReadonlyMap<string, string> {
  const declared = given.flatMap(({ name, value }) =>
    name === 'xmlns' || name.startsWith('xmlns:') ? [[name.slice(6), value] as const] : [],
  );
  if (declared.length === 0) return outer;
  if (outer.size + declared.length > maxNamespaces)
    throw tooLarge(`has more than ${maxNamespaces} namespaces`);
  return new Map([...outer, ...declared]);
}

function splitName(qualified: string): { prefix: string; name: string } {
  const colon = qualified.indexOf(':');
  return { prefix: qualified.slice(0, Math.max(0, colon)), name: qualified.slice(colon + 1) };
}

function notXml(line: number): DrawingError {
  return new DrawingError({ message: `line ${line} of the drawing is not valid XML`, fix: saveAsPlain });
}

export function tooLarge(problem: string): DrawingError {
  return new DrawingError({ message: `the drawing ${problem}`, fix: simplify });
}
