import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const refusedElements = new Set([
  ...['script', 'foreignobject', 'iframe', 'embed', 'object', 'audio', 'video', 'handler', 'listener', 'a'],
  ...['animate', 'animatemotion', 'animatetransform', 'set', 'html', 'body', 'style', 'link', 'meta', 'base'],
]);

/** Whether a drawing contains no code, no animation, no style sheet and nothing from elsewhere. */
export function allowedSvg(source: string): boolean {
  if (/<!ENTITY|<\?xml-stylesheet/i.test(source)) return false;
  return isAllowed(parseFragment(source.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')));
}

function isAllowed(parent: ParentNode): boolean {
  return parent.childNodes.every((node) => {
    if (!('tagName' in node)) return true;
    const name = node.tagName.toLowerCase();
    if (refusedElements.has(name)) return false;
    return node.attrs.every(isAllowedAttribute) && isAllowed(node);
  });
}

function isAllowedAttribute({ name, value }: { name: string; value: string }): boolean {
  if (/^on/i.test(name)) return false;
  if (/href$|^src$/i.test(name)) return /^(#|data:image\/(png|jpeg|webp);)/.test(value.trim());
  return !/url\(\s*['"]?(?!#)|javascript:|expression\(|@import/i.test(value);
}
