import { posix } from 'node:path';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { resolveLink } from '#lib/content/links.ts';
import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { collectionNames, definitionOf, type CollectionName } from '#lib/content/collections.ts';

type ContentFile = { collection: CollectionName; name: string };

export function splitPath(path: string): ContentFile {
  const [first = '', ...rest] = path.split('/');
  const collection = collectionNames.find((name) => name === first);
  if (!collection) throw new Error(`${path} is in no collection`);
  return { collection, name: rest.join('/') };
}

export function addressOfFile(path: string): string {
  const { collection, name } = splitPath(path);
  return entryAddress(collection, entryId(name));
}

/** Targets of Markdown links and link definitions, and of the attributes `href` and `to`. */
const targets = /(\]\(\s*<?|(?<![^\n])\[[^\]\n]+\]:\s*|\b(?:href|to)=["'])([^\s)>"']+)/g;

/** Replaces the target of links. Returns the new text and the number of links. */
export function replaceLinks(text: string, path: string, { from, to }: { from: string; to: string }) {
  const file = splitPath(path);
  let count = 0;
  const replaced = text.replaceAll(targets, (whole, before: string, href: string) => {
    const target = resolveLink(href, file);
    const address = target && target.address + (from.includes('#') ? `#${target.anchor ?? ''}` : '');
    if (address !== from) return whole;
    count += 1;
    const anchor = from.includes('#') || target?.anchor === undefined ? '' : `#${target.anchor}`;
    return before + to + anchor;
  });
  return { count, text: replaced };
}

/** Replaces the name of a file in fields that refer to people or programs by name. */
export function replaceReferences(text: string, path: string, { from, to }: { from: string; to: string }) {
  const [old, next] = [splitPath(from), splitPath(to)];
  const [oldId, newId] = [entryId(old.name), entryId(next.name)];
  const { kind } = definitionOf(old.collection);
  const fields = Object.entries(definitionOf(splitPath(path).collection).references ?? {})
    .filter(([, target]) => target === kind && (target === 'person' || target === 'program'))
    .map(([field]) => field.split('.')[0] ?? '');
  const { head, body } = splitFrontMatter(text);
  let count = 0;
  let field = '';
  const lines = head.split('\n').map((line) => {
    field = /^([\w-]+):/.exec(line)?.[1] ?? field;
    if (!fields.includes(field)) return line;
    const comment = line.includes('#') ? line.indexOf('#') : line.length;
    return line.replaceAll(new RegExp(`(?<![\\w-])${oldId}(?![\\w-])`, 'g'), (match, at: number) => {
      if (at > comment) return match;
      count += 1;
      return newId;
    });
  });
  return { count, text: lines.join('\n') + body };
}

/**
 * Adjusts the relative links and pictures of a text that moves to another folder, so that they still point to the same
 * targets.
 */
export function keepRelativeTargets(text: string, from: string, to: string): string {
  if (posix.dirname(from) === posix.dirname(to)) return text;
  const fromRoot = posix.dirname(from);
  const moved = /(\]\(\s*<?|(?<![^\n])\[[^\]\n]+\]:\s*|\b(?:href|to|src)=["'])([^\s)>"']+)/g;
  return text.replaceAll(moved, (whole, before: string, target: string) => {
    if (/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(target)) return whole;
    const isFile = /\.[a-z\d]+$/i.test(target) && !/\.mdx?$/i.test(target);
    if (isFile) return before + posix.relative(posix.dirname(to), posix.join(fromRoot, target));
    const link = resolveLink(target, splitPath(from));
    return link ? before + link.address + (link.anchor === undefined ? '' : `#${link.anchor}`) : whole;
  });
}
