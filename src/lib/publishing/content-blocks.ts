/**
 * The content of a page between HTML and its plain forms: what a reader sees, with white space already
 * collapsed as a browser would. The Markdown twin and the passages are both written from it.
 */
export type Block = Paragraph | Heading | Code | Quote | List | Table | { kind: 'rule' };

/** `bare` marks text that stood in no `<p>`, as in a tight list. */
export type Paragraph = { kind: 'paragraph'; bare: boolean; inlines: Inline[] };
export type Heading = { kind: 'heading'; depth: number; id: string | null; inlines: Inline[] };
export type Code = { kind: 'code'; language: string; value: string };
export type Quote = { kind: 'quote'; blocks: Block[] };
/** `start` is null for bullets; `implicit` marks items that stood outside any list. */
export type List = { kind: 'list'; start: number | null; implicit: boolean; items: ListItem[] };
/** `checked` is null for an item that is no task. */
export type ListItem = { checked: boolean | null; blocks: Block[] };
/** All rows are of one length; cells that a span covers are empty. Without a header its cells are empty. */
export type Table = { kind: 'table'; align: Align[]; header: Cell[]; rows: Cell[][] };
export type Cell = Block[];
export type Align = 'left' | 'center' | 'right' | null;

/** Spans open and close in pairs that nest, hold at least one visible character, and never nest in their like. */
export type Inline =
  | { kind: 'text'; value: string }
  | { kind: 'code'; value: string }
  | { kind: 'image'; src: string; alt: string; title: string | null }
  | { kind: 'break' }
  | { kind: 'open'; span: Span }
  | { kind: 'close'; span: Span };

export type Span =
  | { kind: 'strong' | 'emphasis' | 'strike' }
  | { kind: 'html'; tag: string; title: string | null }
  | { kind: 'link'; href: string; title: string | null };
