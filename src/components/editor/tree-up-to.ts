import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/**
 * Reads the syntax of a text up to a position. `syntaxTree` alone stops after some milliseconds, and what follows then has
 * no headings or code. A text of 128 KiB, the longest, takes about half a second, once.
 */
export function treeUpTo(state: EditorState, position: number) {
  return ensureSyntaxTree(state, position, Infinity) ?? syntaxTree(state);
}
