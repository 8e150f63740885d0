/** Patches an element in place to equal another, so that pictures don't reload and the page does not jump. */
export function updateNode(old: Element, next: Element): void {
  updateAttributes(old, next);
  const before = [...old.childNodes];
  const after = [...next.childNodes];
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const changed = before.slice(start, before.length - end);
  const wanted = after.slice(start, after.length - end);
  for (const [index, node] of wanted.entries()) {
    const known = changed[index];
    if (isElement(known) && isElement(node) && known.nodeName === node.nodeName) updateNode(known, node);
    else if (known) known.replaceWith(node);
    else old.insertBefore(node, before[before.length - end] ?? null);
  }
  for (const node of changed.slice(wanted.length)) node.remove();
}

function isSame(a: Node | undefined, b: Node | undefined): boolean {
  return a !== undefined && b !== undefined && a.isEqualNode(b);
}

/** `instanceof` fails here: nodes of a frame are instances of the frame's own classes. */
function isElement(node: Node | undefined): node is Element {
  return node?.nodeType === 1;
}

function updateAttributes(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
