import type { BlockContent, DefinitionContent } from 'mdast';

/**
 * An mdast node whose white space is collapsed as a browser would. The Markdown twin and the passages are
 * both written from these.
 */
export type Block = BlockContent | DefinitionContent;

declare module 'mdast' {
  interface HeadingData {
    /** Id of the heading, or of the section it heads. */
    id?: string | null;
  }
  interface ParagraphData {
    /** Text without a `<p>` around it, as in a tight list. */
    isBare?: boolean;
  }
}

/** An inline element without its content; `html` is for elements that Markdown has no syntax for. */
export type Span =
  | { type: 'strong' | 'emphasis' | 'delete' }
  | { type: 'link'; url: string; title: string | null }
  | { type: 'html'; tag: string; title: string | null };
