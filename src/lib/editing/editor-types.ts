import type { ContentProblem, Finding } from '#lib/content/checking/problem.ts';
import type { ComponentDescription } from '#lib/content/components.ts';
import type { ChoiceKind, FieldDescription } from '#lib/editing/front-matter/describe-fields.ts';

/** Data for the editor's script, embedded in its page. */
export type EditorSetUp = {
  file: string;
  isReadOnly: boolean;
  /** Origin of the site: pasted links to it become paths. */
  origin: string;
  fields: readonly FieldDescription[];
  components: readonly ComponentDescription[];
};

export type Choice = { value: string; label: string };

/** `GET /staff/content/choices` */
export type EditorChoices = {
  /** Pages to link to. */
  pages: readonly { title: string; address: string; kind: string }[];
  references: Readonly<Record<ChoiceKind, readonly Choice[]>>;
  /** Names of the values of fields with fixed values, such as the modes of teaching. */
  options: Readonly<Record<string, string>>;
};

/** A picture of the site. `src` is its path as written in the entry. */
export type PictureChoice = { name: string; src: string; thumbnail: string; alt: string; uses: number };

/** `GET /staff/content/picture-choices` */
export type PictureChoices = { found: number; pictures: readonly PictureChoice[] };

/** Replaces the characters of the text from `from` to `to`. */
export type Replacement = { from: number; to: number; insert: string };

/** A problem shown in the editor, with an automatic fix if one is known. */
export type EditorProblem = Finding & { replacement?: Replacement };

/** The response of `POST /staff/content/render`. */
export type RenderedDraft = {
  /** The `<body>` of the page; null if the text has none. */
  html: string | null;
  address: string | null;
  problems: readonly EditorProblem[];
  accessibility: readonly EditorProblem[];
};

/** The response of `POST /staff/content/elsewhere`: problems that the text causes in other files. */
export type ProblemsElsewhere = { problems: readonly ContentProblem[] };
