import { createHash } from 'node:crypto';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { attribute, isElement, isText, type ParentNode } from '#lib/publishing/twin/content-tree.ts';

/** Types of scripts that browsers run. Other types are data, which the policy does not cover. */
const runTypes = /^(|module|importmap|speculationrules|(text|application)\/(java|ecma)script)$/i;

/** Hashes the inline scripts and styles of a document, in order and without duplicates. */
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
      else if (attribute(node, 'src') === undefined && runTypes.test(attribute(node, 'type') ?? ''))
        scripts.add(hashOf(code));
    }
  }
}

/** @param code the exact text between the tags */
export function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}

/** Returns the distinct sets of inline code, and for each page the index of its set. */
export function listInlineCode(ofPages: readonly InlineCode[]) {
  const distinct = new Map<string, { scripts: string[]; styles: string[] }>();
  const keys = ofPages.map(({ scripts, styles }) => {
    const key = JSON.stringify([scripts, styles]);
    distinct.set(key, { scripts: [...scripts], styles: [...styles] });
    return key;
  });
  const order = [...distinct.keys()];
  return { distinct: [...distinct.values()], indexes: keys.map((key) => order.indexOf(key)) };
}

/**
 * The inline code that pages rendered on demand may contain: the build's code for them, `made`, and the code that is in
 * all prerendered pages. It is not read from responses, which may contain code that a visitor injected.
 */
export function toOnDemandCode(made: InlineCode, ofPages: readonly InlineCode[]) {
  const join = (kind: keyof InlineCode) => {
    const [first = { scripts: [], styles: [] }, ...others] = ofPages;
    const common = first[kind].filter((hash) => others.every((other) => other[kind].includes(hash)));
    return [...new Set([...made[kind], ...common])];
  };
  return { scripts: join('scripts'), styles: join('styles') };
}

export function hashCode({ scripts, styles }: InlineCode) {
  return { scripts: scripts.map(hashOf), styles: styles.map(hashOf) };
}

/** Joins the code of several pages, without duplicates. */
export function joinCode(ofPages: readonly InlineCode[]) {
  const join = (kind: keyof InlineCode) => [...new Set(ofPages.flatMap((code) => code[kind]))];
  return { scripts: join('scripts'), styles: join('styles') };
}

/** Removes code that is not in `known`. */
export function keepKnownCode(code: InlineCode, known: InlineCode): InlineCode {
  return {
    scripts: code.scripts.filter((hash) => known.scripts.includes(hash)),
    styles: code.styles.filter((hash) => known.styles.includes(hash)),
  };
}

export function withoutStyle({ scripts, styles }: InlineCode, css = '') {
  return { scripts: [...scripts], styles: styles.filter((hash) => hash !== hashOf(css)) };
}
