import { defaultTreeAdapter, html } from 'parse5';
import {
  attribute,
  findElement,
  isElement,
  toOneLine,
  type ChildNode,
  type Element,
} from './content-tree.ts';
import { textOf } from '#lib/content/tree-text.ts';

const unnamedInputs = new Set(['hidden', 'submit', 'button', 'reset', 'image']);
const maxChoices = 12;

/**
 * Describes a form in a paragraph, for readers who cannot use it: its purpose, its address and its fields. The address
 * of a page is a link; that of an API endpoint is not, since GET requests to it fail.
 */
export function describeForm(form: Element): Element {
  const label = labelOf(form);
  const address = attribute(form, 'action')?.trim() ?? '';
  const fields = fieldsOf(form, form);
  const target = address.startsWith('/api/')
    ? createElement('code', [])
    : createElement('a', [{ name: 'href', value: address }]);
  // Only readers of the twin see the description.
  const paragraph = createElement('p', [{ name: 'data-pagefind-ignore', value: '' }]);
  defaultTreeAdapter.insertText(target, address || 'this page');
  defaultTreeAdapter.insertText(paragraph, label ? `Form "${label}": send it at ` : 'Form: send it at ');
  defaultTreeAdapter.appendChild(paragraph, target);
  defaultTreeAdapter.insertText(paragraph, fields.length > 0 ? `. It asks for: ${fields.join(', ')}.` : '.');
  return paragraph;
}

function createElement(tag: string, attributes: Element['attrs']): Element {
  return defaultTreeAdapter.createElement(tag, html.NS.HTML, attributes);
}

function labelOf(form: Element): string {
  const own = attribute(form, 'aria-label') ?? attribute(form, 'data-label');
  if (own) return toOneLine(own);
  const heading = findElement(form, (element) => /^(?:h[1-6]|legend)$/.test(element.tagName));
  const submit = findElement(form, (element) => {
    return element.tagName === 'button' && (attribute(element, 'type') ?? 'submit') === 'submit';
  });
  const named = heading ?? submit;
  return named ? toOneLine(textOf(named)) : '';
}

/** The names of the fields in order. The fields of a fieldset are in brackets after its legend. */
function fieldsOf(parent: Element, form: Element): string[] {
  return parent.childNodes.filter(isElement).flatMap((element) => {
    if (isHidden(element)) return [];
    if (element.tagName === 'fieldset') return groupOf(element, form);
    return isField(element) ? [nameOf(element, form)].filter(Boolean) : fieldsOf(element, form);
  });
}

function groupOf(fieldset: Element, form: Element): string[] {
  const legend = fieldset.childNodes.filter(isElement).find((child) => child.tagName === 'legend');
  const inner = fieldsOf(fieldset, form);
  return legend && inner.length > 0 ? [`${toOneLine(textOf(legend))} (${inner.join('; ')})`] : inner;
}

function nameOf(field: Element, form: Element): string {
  const id = attribute(field, 'id');
  const label = findElement(form, (element) => {
    if (element.tagName !== 'label') return false;
    return (
      (id !== undefined && attribute(element, 'for') === id) ||
      findElement(element, (inner) => inner === field) !== null
    );
  });
  const said = label ? toOneLine(labelText(label)) : '';
  const name =
    said ||
    (attribute(field, 'aria-label') ?? attribute(field, 'placeholder') ?? attribute(field, 'name') ?? '');
  const choices = field.tagName === 'select' ? choicesOf(field) : '';
  const required = attribute(field, 'required') === undefined ? '' : ' (required)';
  return name ? name.replace(/[:*\s]+$/, '') + required + choices : '';
}

function choicesOf(select: Element): string {
  const choices: string[] = [];
  findElement(select, (option) => {
    if (option.tagName === 'option' && attribute(option, 'value') !== '')
      choices.push(toOneLine(textOf(option)));
    return false;
  });
  return choices.length > 0 && choices.length <= maxChoices ? ` (${choices.join('; ')})` : '';
}

function labelText(node: ChildNode): string {
  if (!isElement(node)) return textOf(node);
  return isField(node) || isHidden(node) ? '' : node.childNodes.map(labelText).join('');
}

function isField(element: Element): boolean {
  if (element.tagName === 'input') return !unnamedInputs.has(attribute(element, 'type') ?? 'text');
  return element.tagName === 'select' || element.tagName === 'textarea';
}

function isHidden(element: Element): boolean {
  return attribute(element, 'hidden') !== undefined || attribute(element, 'aria-hidden') === 'true';
}
