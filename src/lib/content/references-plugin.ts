import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineMdastPlugin, type MdxJsxAttributeNode } from 'satteri';
import { addressOf, entryId } from './addresses.ts';
import { collectionNames, type CollectionName } from './collections.ts';

/**
 * Makes references of content files work for readers: a relative link to another file leads to its address,
 * a `<Figure>` hands its `src` to the image pipeline, and an image that is not there gives way to its text,
 * so that one missing file does not stop a build.
 */
export function contentReferences({ contentDir }: { contentDir: string }) {
  return defineMdastPlugin({
    name: 'content-references',
    link(node, context) {
      const address = context.fileURL && addressOfLink(node.url, fileURLToPath(context.fileURL), contentDir);
      if (address) context.setProperty(node, 'url', address);
    },
    image(node, context) {
      if (isImageThere(node.url, context.fileURL)) return;
      context.replaceNode(node, { type: 'text', value: node.alt ?? '' });
    },
    mdxJsxFlowElement(node, context) {
      if (node.name !== 'Figure') return;
      const url = attribute(node.attributes, 'src');
      const alt = attribute(node.attributes, 'alt') ?? '';
      if (!url || !isImageThere(url, context.fileURL)) return;
      context.appendChild(node, { type: 'image', url, alt, title: null });
    },
  });
}

/** The site's address of a relative link to a content file; undefined for every other link. */
export function addressOfLink(url: string, fromFile: string, contentDir: string): string | undefined {
  const [, target = '', rest = ''] = /^([^?#]*)(.*)$/.exec(url) ?? [];
  if (!/\.mdx?$/i.test(target) || target.startsWith('/') || URL.canParse(url)) return undefined;
  const file = resolve(dirname(fromFile), decodeSafely(target));
  const [collection = '', ...path] = relative(contentDir, file).replaceAll('\\', '/').split('/');
  if (!isCollection(collection) || path.length === 0) return undefined;
  return addressOf(collection, entryId(path.join('/'))) + rest;
}

function isImageThere(url: string, page: URL | undefined): boolean {
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

function isCollection(name: string): name is CollectionName {
  return (collectionNames as string[]).includes(name);
}
