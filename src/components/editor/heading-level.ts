import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Milliseconds to read a long text in. After that, the part that was read is used. */
const maxParseTime = 100;

/** The level of the heading above the cursor; 1 if only the title is above. */
export function levelAt(state: EditorState): number {
  const { from: cursor } = state.selection.main;
  const tree = ensureSyntaxTree(state, cursor, maxParseTime) ?? syntaxTree(state);
  let level = 1;
  tree.iterate({
    to: cursor,
    enter(node) {
      const found = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1]);
      if (found) level = found;
      return !found && !/^(?:Paragraph|Table|FencedCode|Frontmatter)$/.test(node.name);
    },
  });
  return level;
}
