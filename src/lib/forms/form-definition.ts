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
  /** Heading above this field. It also applies to the fields after it, until the next heading. */
  section?: string;
  /** Query parameter of the page that fills in the field; may occur several times for a list. */
  parameter?: string;
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autocomplete?: string;
  /** The page, emails, staff pages and CSV files have separate code for this field. */
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

/** Text with several lines. */
type TextField = FieldBasics & {
  type: 'text';
  maxLength: number;
  /** Shown when the field is blank; `Enter your <label>` by default. */
  error?: string;
};

/** One of the options that the site supplies: see `FormOptions`. */
type ChoiceField = FieldBasics & {
  type: 'choice';
  maxLength: number;
  error: string;
  /** Label of the first option of an optional choice, which leaves the field blank. */
  blank?: string;
};

/** A box that must be ticked. Its value is `yes`. */
type ConsentField = FieldBasics & { type: 'consent'; error: string };

type ListField = FieldBasics & {
  type: 'list';
  minItems?: number;
  maxItems: number;
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

export type FormField = LineField | EmailField | TextField | ChoiceField | ConsentField | ListField;

/** An option of a choice or a list. */
export type FormOption = {
  value: string;
  label: string;
  /** Second line of the option. */
  detail?: string;
  /** Heading of the option's group. */
  group?: string;
  /** Other values for the option in the page's address. */
  aliases?: readonly string[];
};

/** The options of a form's fields, by field name. */
export type FormOptions = Readonly<Record<string, readonly FormOption[]>>;

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
  /** At least one of these optional fields must be filled in; the error is shown at the first one. */
  needsOneOf?: { fields: readonly [string, ...string[]]; error: string };
};

/**
 * A form whose rows are in the table `submissions`. All such forms share the code for storage, emails, lists and
 * exports.
 */
export type SubmissionForm = FormDefinition & {
  name: SubmissionName;
  /** First letter of the form's references. */
  prefix: string;
  /** Fields with the person's name. */
  person: readonly [string, ...string[]];
  /** The field by which staff filter the list. */
  topic: string;
  /** Fields with options that the emails to the person repeat. */
  chosen: readonly string[];
  /** Path of the list on the staff pages. */
  staffPath: string;
};

export type SubmissionName = 'application' | 'enquiry';

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
