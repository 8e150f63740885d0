type Child = Node | string | false | undefined;

/** Creates an element. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

export function button(label: string, act: () => void, attributes: Readonly<Record<string, string>> = {}) {
  const made = element('button', { type: 'button', class: 'quiet', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

/** @throws Error if no element matches */
export function find(selector: string, within: ParentNode = document): HTMLElement {
  return findAs(HTMLElement, selector, within);
}

/** @throws Error if no element matches, or the first match is not of this class */
export function findAs<Kind extends Element>(
  kind: new () => Kind,
  selector: string,
  within: ParentNode = document,
): Kind {
  const found = within.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${selector}`);
}
