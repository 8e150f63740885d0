import type { Literal } from './literal.ts';

/** The text of a content file, as data that contains no code. It can be stored as JSON. */
export type Document = { blocks: DocumentBlock[]; headings: Heading[] };

/** HTML or a component. A block of HTML may open a tag that a later block closes. */
export type DocumentBlock = string | ComponentBlock;

type ComponentBlock = { name: string; props: Props; children: DocumentBlock[] };

/** Literal values only. */
export type Props = Readonly<Record<string, Literal>>;

export type Heading = { depth: number; slug: string; text: string };
