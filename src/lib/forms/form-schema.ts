import * as z from 'zod/mini';
import { fieldErrors } from '#lib/i18n/en/errors.ts';
import type { FieldFormat, FormDefinition, FormField, FormPayload } from './form-definition.ts';
import {
  challengeTokenSchema,
  choiceSchema,
  consentSchema,
  emailSchema,
  lineSchema,
  noteSchema,
  plainTextRule,
} from './text-fields.ts';

export type FormSchema<Form extends FormDefinition> = z.ZodMiniType<FormPayload<Form>>;

/**
 * Creates the schema of a form, for the server and for the page's script. The schema drops unknown members. The
 * `message` of each issue is written for the visitor; `path[0]` is the field.
 * @param formats the institute's formats by field name
 */
export function createFormSchema<Form extends FormDefinition>(
  form: Form,
  formats?: Readonly<Record<string, FieldFormat>>,
): FormSchema<Form>;
export function createFormSchema(
  { fields, needsOneOf }: FormDefinition,
  formats: Readonly<Record<string, FieldFormat>> = {},
): z.ZodMiniType {
  const schemas = Object.entries(fields).map(([name, field]: [string, FormField]) => {
    const schema = createFieldSchema(field, formats[name]);
    return [name, field.isOptional ? z.optional(schema) : schema] as const;
  });
  const object = z.object(
    { ...Object.fromEntries(schemas), challengeToken: z.optional(challengeTokenSchema) },
    fieldErrors.notAnObject,
  );
  return needsOneOf ? object.check(oneOf(needsOneOf)) : object;
}

/** Runs together with the checks of the fields, so that the visitor sees all errors at once. */
function oneOf({ fields, error }: NonNullable<FormDefinition['needsOneOf']>) {
  return z.refine<Readonly<Record<string, unknown>>>(
    (values) => fields.some((name) => !isBlank(values[name])),
    { error, path: [fields[0]], when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function createFieldSchema(field: FormField, format?: FieldFormat): z.ZodMiniType {
  if (field.type === 'list') return createListSchema(field);
  const schema = createTextSchema(field, format);
  return field.isOptional ? blankAsMissing(schema) : schema;
}

function createTextSchema(
  field: Exclude<FormField, ListField>,
  format?: FieldFormat,
): z.ZodMiniType<string, string> {
  const description = field.description ?? `${field.label}.`;
  if (field.type === 'email') return emailSchema;
  if (field.type === 'consent') return consentSchema({ ...field, description });
  const { maxLength } = field;
  if (field.type === 'choice') return choiceSchema({ ...field, description });
  if (field.type === 'text') {
    const error = field.isOptional ? undefined : (field.error ?? fieldErrors.enter(field));
    return noteSchema({ maxLength, description, error, label: field.label });
  }
  const text = field.error ?? fieldErrors.enter(field);
  const { label } = field;
  if (!format) return lineSchema({ error: text, maxLength, description, label });
  const { pattern, example } = format;
  const error = fieldErrors.withExample({ text, example });
  return z
    .pipe(
      lineSchema({ error, maxLength, description, label }),
      z.pipe(
        z.transform(writeCode),
        z.string().check(z.refine((code) => new RegExp(pattern).test(code), error)),
      ),
    )
    .register(z.globalRegistry, {
      description: `${description} ${plainTextRule}`,
      pattern: patternOf(pattern),
      maxLength,
    });
}

/** People write codes with spaces and in any case: `lk 204 816`. They are stored one way: `LK204816`. */
function writeCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

function blankAsMissing(schema: z.ZodMiniType<string, string>): z.ZodMiniType {
  const meta = Object.entries(z.globalRegistry.get(schema) ?? {}).filter(([key]) => key !== 'minLength');
  return z
    .pipe(
      z.pipe(
        z.string(fieldErrors.notText),
        z.transform((text: string) => (text.trim() === '' ? undefined : text)),
      ),
      z.optional(schema),
    )
    .register(z.globalRegistry, Object.fromEntries(meta));
}

type ListField = Extract<FormField, { type: 'list' }>;

function createListSchema({
  description,
  error,
  item,
  isUnique,
  minItems,
  maxItems,
}: ListField): z.ZodMiniType {
  return z
    .array(item.code ? createCodeSchema({ ...item, code: item.code }) : lineSchema(item), error)
    .check(
      ...(minItems ? [z.minLength(minItems, error)] : []),
      z.maxLength(maxItems, error),
      z.refine((items) => !isUnique || new Set(items).size === items.length, fieldErrors.repeated),
    )
    .register(z.globalRegistry, {
      ...(description && { description }),
      ...(isUnique && { uniqueItems: true }),
    });
}

/** Accepts a code in any case and converts it to capitals. */
function createCodeSchema({ code, description, error, maxLength }: ListField['item'] & { code: RegExp }) {
  return z
    .pipe(
      z.string(error),
      z.pipe(
        z.transform((text: string) => text.trim().toUpperCase()),
        z.string().check(z.regex(code, error)),
      ),
    )
    .register(z.globalRegistry, { description, pattern: code.source, maxLength });
}

/** JSON Schema has no flags, so a letter in a case-insensitive pattern becomes a class of both cases. */
function patternOf({ source, flags }: RegExp): string {
  if (!flags.includes('i')) return source;
  return source.replace(/\\.|\[[^\]]*\]|[a-z]/gi, (part) =>
    part.length === 1 ? `[${part.toUpperCase()}${part.toLowerCase()}]` : part,
  );
}
