import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineMdastPlugin, type MdxJsxAttributeNode } from 'satteri';
import { collectionNames } from './collections.ts';
import { resolveLink } from './links.ts';

/**
 * Resolves references in content files: replaces relative links to files by addresses, passes the `src` of `<Figure>`
 * to the image pipeline, and replaces missing images by their alternative text, so that the build continues.
 */
export function contentReferences({ contentDir }: { contentDir: string }) {
  return defineMdastPlugin({
    // Part of the cache key of rendered content, so that another folder is rendered again.
    name: `content-references below ${contentDir}`,
    link(node, context) {
      const address = context.fileURL && addressOfLink(node.url, fileURLToPath(context.fileURL), contentDir);
      if (address) context.setProperty(node, 'url', address);
    },
    image(node, context) {
      if (imageExists(node.url, context.fileURL)) return;
      context.replaceNode(node, { type: 'text', value: node.alt ?? '' });
    },
    mdxJsxFlowElement(node, context) {
      if (node.name !== 'Figure') return;
      const url = attribute(node.attributes, 'src');
      const alt = attribute(node.attributes, 'alt') ?? '';
      if (!url || !imageExists(url, context.fileURL)) return;
      context.appendChild(node, { type: 'image', url, alt, title: null });
    },
  });
}

/** The address of a relative link in a content file. Undefined for other links. */
export function addressOfLink(url: string, fromFile: string, contentDir: string): string | undefined {
  if (/^([/#?]|$)/.test(url)) return undefined;
  const [first = '', ...path] = relative(contentDir, fromFile).replaceAll('\\', '/').split('/');
  const collection = collectionNames.find((name) => name === first);
  const target = collection && resolveLink(url, { collection, name: path.join('/') });
  if (!target) return undefined;
  return (
    encodeURI(target.address) + (target.anchor === undefined ? '' : `#${encodeURIComponent(target.anchor)}`)
  );
}

function imageExists(url: string, page: URL | undefined): boolean {
  if (!page || url.startsWith('/') || URL.canParse(url)) return true;
  return existsSync(resolve(dirname(fileURLToPath(page)), decodeSafely(url)));
}

function attribute(attributes: readonly { type: string }[], name: string): string | undefined {
  const found = attributes.find(
    (candidate): candidate is MdxJsxAttributeNode =>
      candidate.type === 'mdxJsxAttribute' && 'name' in candidate && candidate.name === name,
  );
  return typeof found?.value === 'string' ? found.value : undefined;
}

function decodeSafely(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
