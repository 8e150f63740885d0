import { chatText } from '#lib/i18n/en/chat.ts';
import { parseBlock, splitBlocks, type AnswerBlock } from './parse-markdown.ts';
import type { Inline, LinkRules } from './parse-inline.ts';

type RenderedBlock = { source: string; isOpen: boolean; node: HTMLElement };

/** Renders a growing Markdown text into an element. */
type MarkdownWriter = { write(text: string, options: { rules: LinkRules; isOpen: boolean }): void };

/** Re-renders only the blocks that changed: usually the last one, while an answer streams. */
export function createMarkdownWriter(container: HTMLElement): MarkdownWriter {
  let rendered: RenderedBlock[] = [];
  return {
    write(text, { rules, isOpen }) {
      const sources = splitBlocks(text);
      const firstChanged = sources.findIndex((source, index) => {
        const before = rendered[index];
        return before?.source !== source || before.isOpen !== (isOpen && index === sources.length - 1);
      });
      const unchanged = firstChanged < 0 ? sources.length : firstChanged;
      for (const { node } of rendered.slice(unchanged)) node.remove();
      const added = sources.slice(unchanged).map((source, index) => {
        const isLast = unchanged + index === sources.length - 1;
        const node = renderBlock(parseBlock(source, rules, { isOpen: isOpen && isLast }));
        container.append(node);
        return { source, isOpen: isOpen && isLast, node };
      });
      rendered = [...rendered.slice(0, unchanged), ...added];
    },
  };
}

function renderBlock(block: AnswerBlock): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return createElement('p', block.children.map(renderInline));
    case 'heading':
      return createElement('p', [createElement('strong', block.children.map(renderInline))]);
    case 'code':
      return createElement('pre', [createElement('code', [block.text])]);
    case 'quote':
      return createElement('blockquote', block.children.map(renderBlock));
    case 'list':
      return renderList(block);
    case 'table':
      return renderTable(block);
  }
}

function renderList({ start, items }: Extract<AnswerBlock, { kind: 'list' }>): HTMLElement {
  const children = items.map((blocks) =>
    createElement(
      'li',
      blocks.flatMap((block): (Node | string)[] =>
        block.kind === 'paragraph' && blocks.length <= 2
          ? block.children.map(renderInline)
          : [renderBlock(block)],
      ),
    ),
  );
  if (start === null) return createElement('ul', children);
  const list = createElement('ol', children);
  if (start !== 1) list.start = start;
  return list;
}

function renderTable({ head, rows }: Extract<AnswerBlock, { kind: 'table' }>): HTMLElement {
  const rowOf = (cells: Inline[][], name: 'th' | 'td') =>
    createElement(
      'tr',
      cells.map((cell) => createElement(name, cell.map(renderInline))),
    );
  const table = createElement('table', [
    createElement('thead', [rowOf(head, 'th')]),
    createElement(
      'tbody',
      rows.map((row) => rowOf(row, 'td')),
    ),
  ]);
  // Wide tables scroll. `tabIndex` makes them scrollable with the keyboard.
  const frame = createElement('div', [table]);
  frame.className = 'chat-table';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', chatText.table);
  return frame;
}

function renderInline(span: Inline): Node | string {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'code':
      return createElement('code', [span.text]);
    case 'break':
      return createElement('br', []);
    case 'strong':
      return createElement('strong', span.children.map(renderInline));
    case 'emphasis':
      return createElement('em', span.children.map(renderInline));
    case 'link': {
      const link = createElement('a', span.children.map(renderInline));
      link.href = span.href;
      return link;
    }
    case 'citation': {
      const { number, title } = span.source;
      const link = createElement('a', [String(number)]);
      link.href = span.href;
      link.className = 'chat-citation';
      link.title = title;
      link.setAttribute('aria-label', chatText.source({ number, title }));
      return link;
    }
  }
}

/** Creates an element. String children become text, never markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  children: readonly (Node | string)[],
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.append(...children);
  return created;
}
