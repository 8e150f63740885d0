import { parseBlock, splitBlocks, type Block } from './parse-markdown.ts';
import type { Inline, LinkRules } from './parse-inline.ts';

type Shown = { source: string; isOpen: boolean; nodes: HTMLElement[] };

/** Writes a growing Markdown text into an element. */
export type MarkdownWriter = { write(text: string, options: { rules: LinkRules; isOpen: boolean }): void };

/** Of each new state of the text only the blocks that changed are made anew: while it grows, the last one. */
export function createMarkdownWriter(container: HTMLElement): MarkdownWriter {
  let shown: Shown[] = [];
  return {
    write(text, { rules, isOpen }) {
      const sources = splitBlocks(text);
      const firstChanged = sources.findIndex((source, index) => {
        const before = shown[index];
        return before?.source !== source || before.isOpen !== (isOpen && index === sources.length - 1);
      });
      const kept = firstChanged < 0 ? sources.length : firstChanged;
      for (const { nodes } of shown.slice(kept)) for (const node of nodes) node.remove();
      const added = sources.slice(kept).map((source, index) => {
        const isLast = kept + index === sources.length - 1;
        const nodes = parseBlock(source, rules, { isOpen: isOpen && isLast }).map(renderBlock);
        container.append(...nodes);
        return { source, isOpen: isOpen && isLast, nodes };
      });
      shown = [...shown.slice(0, kept), ...added];
    },
  };
}

function renderBlock(block: Block): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return element('p', block.children.map(renderInline));
    case 'heading':
      return element('p', [element('strong', block.children.map(renderInline))]);
    case 'code':
      return element('pre', [element('code', [block.text])]);
    case 'quote':
      return element('blockquote', block.children.map(renderBlock));
    case 'list':
      return renderList(block);
    case 'table':
      return renderTable(block);
  }
}

function renderList({ start, items }: Extract<Block, { kind: 'list' }>): HTMLElement {
  const children = items.map((blocks) =>
    element(
      'li',
      blocks.flatMap((block): (Node | string)[] =>
        block.kind === 'paragraph' && blocks.length <= 2
          ? block.children.map(renderInline)
          : [renderBlock(block)],
      ),
    ),
  );
  if (start === null) return element('ul', children);
  const list = element('ol', children);
  if (start !== 1) list.start = start;
  return list;
}

function renderTable({ head, rows }: Extract<Block, { kind: 'table' }>): HTMLElement {
  const rowOf = (cells: Inline[][], name: 'th' | 'td') =>
    element(
      'tr',
      cells.map((cell) => element(name, cell.map(renderInline))),
    );
  const table = element('table', [
    element('thead', [rowOf(head, 'th')]),
    element(
      'tbody',
      rows.map((row) => rowOf(row, 'td')),
    ),
  ]);
  // It may be wider than the panel, and then is scrolled by keyboard too.
  const frame = element('div', [table]);
  frame.className = 'chat-table';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'Table');
  return frame;
}

function renderInline(span: Inline): Node | string {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'code':
      return element('code', [span.text]);
    case 'break':
      return element('br', []);
    case 'strong':
      return element('strong', span.children.map(renderInline));
    case 'emphasis':
      return element('em', span.children.map(renderInline));
    case 'link': {
      const link = element('a', span.children.map(renderInline));
      link.href = span.href;
      return link;
    }
    case 'citation': {
      const { number, title } = span.source;
      const link = element('a', [String(number)]);
      link.href = span.href;
      link.className = 'chat-citation';
      link.title = title;
      link.setAttribute('aria-label', `Source ${number}: ${title}`);
      return link;
    }
  }
}

/** An element with its children; strings become text and never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  children: readonly (Node | string)[],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
