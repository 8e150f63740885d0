import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { FAQPage } from 'schema-dts';
import { toJsonLd } from './structured-data.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The questions of rendered `<Faq>` content as JSON-LD. Each `<details>` is a question, its `<summary>` the title. */
export function describeQuestions(html: string): string {
  const questions = parseFragment(html).childNodes.flatMap((node) => {
    if (!tree.isElementNode(node) || node.tagName !== 'details') return [];
    const [question, ...answer] = [...node.childNodes].sort(
      (a, b) => Number(isSummary(b)) - Number(isSummary(a)),
    );
    const [name, text] = [question ? [question] : [], answer].map((nodes) =>
      oneLine(nodes.map(spacedText).join('')),
    );
    return name && text
      ? [{ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } } as const]
      : [];
  });
  const page: Exclude<FAQPage, string> = { '@type': 'FAQPage', mainEntity: questions };
  return toJsonLd([page]);
}

function isSummary(node: Node): boolean {
  return tree.isElementNode(node) && node.tagName === 'summary';
}

function spacedText(node: Node): string {
  if (tree.isTextNode(node)) return node.value;
  if (!tree.isElementNode(node)) return '';
  const text = node.childNodes.map(spacedText).join('');
  return /^(p|li|tr|td|th|dt|dd|h\d|div|ul|ol|table|blockquote)$/.test(node.tagName) ? ` ${text} ` : text;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
