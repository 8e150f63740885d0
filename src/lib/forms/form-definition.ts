import type { ChallengeAction } from '#lib/challenge/providers.ts';

type FieldBasics = {
  label: string;
  /** In CSV files, on staff pages and in emails to staff; `label` by default. */
  shortLabel?: string;
  /** Shown below the label. */
  hint?: string;
  /** For programs: the API description and the WebMCP tool; `label` by default. */
  description?: string;
  isOptional?: true;
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autocomplete?: string;
  /** The page, emails, staff pages and CSV files have their own code for this field. */
  isCustom?: true;
};

/** One line of text without web or email addresses. */
type LineField = FieldBasics & {
  type: 'line';
  maxLength: number;
  /** Shown when the field is blank; `Enter your <label>` by default. */
  error?: string;
  /** Turns off automatic capital letters and spelling checks. */
  isCode?: true;
};

type EmailField = FieldBasics & { type: 'email' };

/** Text of several lines. */
type TextField = FieldBasics & { type: 'text'; maxLength: number };

type ListField = FieldBasics & {
  type: 'list';
  minItems?: number;
  maxItems: number;
  /** The checkboxes, unless the page supplies them. */
  options?: readonly string[];
  isUnique?: true;
  error: string;
  item: {
    description: string;
    maxLength: number;
    error: string;
    /** Pattern for codes, which are accepted in any case and stored in capitals. */
    code?: RegExp;
  };
};

export type FormField = LineField | EmailField | TextField | ListField;

/**
 * Defines a form and its fields. The page, the JSON API, the OpenAPI document, emails, CSV files, staff pages and the
 * WebMCP tool are generated from it. Its module has no imports at run time, so that browser scripts can load it.
 */
export type FormDefinition = {
  /** Also the name of its rate limit and of its challenge action. */
  name: ChallengeAction;
  /** Address of the page. */
  path: string;
  api: string;
  /** In the order on the page. */
  fields: Readonly<Record<string, FormField>> & { readonly email: EmailField };
};

/** The institute's format for a field of type `line`. */
export type FieldFormat = { pattern: RegExp; example: string };

type ValueOf<Field> = Field extends { type: 'list' } ? string[] : string;

type Fields<Form extends FormDefinition> = Form['fields'];

type OptionalName<Form extends FormDefinition> = {
  [Name in keyof Fields<Form>]: Fields<Form>[Name] extends { isOptional: true } ? Name : never;
}[keyof Fields<Form>];

/** A validated form. */
export type FormPayload<Form extends FormDefinition> = {
  -readonly [Name in Exclude<keyof Fields<Form>, OptionalName<Form>>]: ValueOf<Fields<Form>[Name]>;
} & {
  -readonly [Name in OptionalName<Form>]?: ValueOf<Fields<Form>[Name]> | undefined;
} & { challengeToken?: string | undefined };

/** A form before validation. */
export type FormInput = Readonly<Record<string, string | string[] | undefined>>;
