import { createHash } from 'node:crypto';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { attribute, isElement, isText, type ParentNode } from './content-tree.ts';

/** Types of scripts that a browser runs or obeys; any other is data, which no policy is asked about. */
const obeyed = /^(|module|importmap|speculationrules|(text|application)\/(java|ecma)script)$/i;

/** The hashes of the scripts and styles that stand in a document itself, each once, in their order. */
export function readInlineCode(document: ParentNode): InlineCode {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  collect(document);
  return { scripts: [...scripts], styles: [...styles] };

  function collect(parent: ParentNode): void {
    for (const node of parent.childNodes) {
      if (!isElement(node)) continue;
      const code = node.childNodes.map((child) => (isText(child) ? child.value : '')).join('');
      if (node.tagName === 'style') styles.add(hashOf(code));
      else if (node.tagName !== 'script') collect(node);
      else if (attribute(node, 'src') === undefined && obeyed.test(attribute(node, 'type') ?? ''))
        scripts.add(hashOf(code));
    }
  }
}

/** @param code exactly as it stands between the tags */
export function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}

/** Each distinct set once, and for each page the place of its own in that list. */
export function listInlineCode(ofPages: readonly InlineCode[]) {
  const places = new Map<string, number>();
  const distinct: { scripts: string[]; styles: string[] }[] = [];
  return { distinct, places: ofPages.map(placeOf) };

  function placeOf({ scripts, styles }: InlineCode): number {
    const key = JSON.stringify([scripts, styles]);
    const place = places.get(key) ?? distinct.length;
    if (place === distinct.length) {
      places.set(key, place);
      distinct.push({ scripts: [...scripts], styles: [...styles] });
    }
    return place;
  }
}

/**
 * What pages made on demand may hold: the code that the build made for them, and what all prerendered pages
 * hold. It is never read from an answer, in which a visitor may have managed to write.
 */
export function toOnDemandCode(made: InlineCode, ofPages: readonly InlineCode[]) {
  const join = (kind: keyof InlineCode) => {
    const [first = { scripts: [], styles: [] }, ...others] = ofPages;
    const common = first[kind].filter((hash) => others.every((other) => other[kind].includes(hash)));
    return [...new Set([...made[kind].map(hashOf), ...common])];
  };
  return { scripts: join('scripts'), styles: join('styles') };
}
