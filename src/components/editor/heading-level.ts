import type { EditorState } from '@codemirror/state';
import { treeUpTo } from './tree-up-to.ts';

/** The level of the heading above the cursor; 1 if only the title is above. */
export function levelAt(state: EditorState): number {
  const { from: cursor } = state.selection.main;
  let level = 1;
  treeUpTo(state, cursor).iterate({
    to: cursor,
    enter(node) {
      const found = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1]);
      if (found) level = found;
      return !found && !/^(?:Paragraph|Table|FencedCode|Frontmatter)$/.test(node.name);
    },
  });
  return level;
}
