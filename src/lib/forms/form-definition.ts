import type { ChallengeAction } from '#lib/challenge/providers.ts';

type FieldBasics = {
  label: string;
  /** In CSV files, on staff pages and in emails to staff; `label` where it is left out. */
  shortLabel?: string;
  /** Shown below the label. */
  hint?: string;
  /** For programs: the API description and the WebMCP tool; `label` where it is left out. */
  description?: string;
  isOptional?: true;
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autocomplete?: string;
  /** The page, emails, staff pages and CSV files present this field in a way of their own. */
  isCustom?: true;
};

/** One line of text without web or email addresses. */
type LineField = FieldBasics & {
  type: 'line';
  maxLength: number;
  /** Shown when the field is blank; `Enter your <label>` where it is left out. */
  error?: string;
  /** Without the keyboard's capital letters and spelling. */
  isCode?: true;
};

type EmailField = FieldBasics & { type: 'email' };

/** Text of several lines. */
type TextField = FieldBasics & { type: 'text'; maxLength: number };

type ListField = FieldBasics & {
  type: 'list';
  minItems?: number;
  maxItems: number;
  /** The check boxes, unless the page supplies them. */
  options?: readonly string[];
  isUnique?: true;
  error: string;
  item: {
    description: string;
    maxLength: number;
    error: string;
    /** For codes, which are accepted in any case and stored in capitals. */
    code?: RegExp;
  };
};

export type FormField = LineField | EmailField | TextField | ListField;

/**
 * A form and its fields. The page, the JSON API, the OpenAPI document, emails, CSV files, staff pages and the WebMCP
 * tool are made from it. Its module has no imports at run time, so that scripts in the browser can load it.
 */
export type FormDefinition = {
  /** Of its limit and of its challenge's action. */
  name: ChallengeAction;
  /** The page. */
  path: string;
  api: string;
  /** In the order of the page. */
  fields: Readonly<Record<string, FormField>>;
};

/** What an institute adds to a field of type `line`. */
export type FieldFormat = { pattern: RegExp; example: string };

type ValueOf<Field> = Field extends { type: 'list' } ? string[] : string;

type Fields<Form extends FormDefinition> = Form['fields'];

type OptionalName<Form extends FormDefinition> = {
  [Name in keyof Fields<Form>]: Fields<Form>[Name] extends { isOptional: true } ? Name : never;
}[keyof Fields<Form>];

/** What was sent, once it is checked. */
export type FormPayload<Form extends FormDefinition> = {
  -readonly [Name in Exclude<keyof Fields<Form>, OptionalName<Form>>]: ValueOf<Fields<Form>[Name]>;
} & {
  -readonly [Name in OptionalName<Form>]?: ValueOf<Fields<Form>[Name]> | undefined;
} & { challengeToken?: string | undefined };

/** What was typed, before it is checked. */
export type FormInput = Readonly<Record<string, string | string[] | undefined>>;
