import * as z from 'zod/mini';
import { fieldErrors } from '#lib/i18n/en/errors.ts';
import type { FieldFormat, FormDefinition, FormField, FormPayload } from './form-definition.ts';
import { challengeTokenSchema, emailSchema, lineSchema, noteSchema, plainTextRule } from './text-fields.ts';

export type FormSchema<Form extends FormDefinition> = z.ZodMiniType<FormPayload<Form>>;

/**
 * The schema of what a form sends, for the server and for the page's script. It drops unknown members. The `message`
 * of each issue is written for the person at the form; `path[0]` is the field.
 * @param formats of fields whose format the institute decides, by name
 */
export function createFormSchema<Form extends FormDefinition>(
  { fields }: Form,
  formats: Readonly<Record<string, FieldFormat>> = {},
): FormSchema<Form> {
  const schemas = Object.entries(fields).map(([name, field]: [string, FormField]) => {
    const schema = createFieldSchema(field, formats[name]);
    return [name, field.isOptional ? z.optional(schema) : schema] as const;
  });
  return z.object(
    { ...Object.fromEntries(schemas), challengeToken: z.optional(challengeTokenSchema) },
    fieldErrors.notAnObject,
  ) as unknown as FormSchema<Form>;
}

function createFieldSchema(field: FormField, format?: FieldFormat): z.ZodMiniType {
  const description = field.description ?? `${field.label}.`;
  if (field.type === 'list') return createListSchema(field);
  if (field.type === 'line') return createLineSchema(field, { description, format });
  const schema = field.type === 'email' ? emailSchema : noteSchema({ ...field, description });
  return field.isOptional ? blankAsMissing(schema, { description }) : schema;
}

type LineField = Extract<FormField, { type: 'line' }>;

function createLineSchema(
  field: LineField,
  { description, format }: { description: string; format: FieldFormat | undefined },
): z.ZodMiniType {
  const { label, maxLength, isOptional } = field;
  const text = field.error ?? fieldErrors.enter({ label });
  const error = format ? fieldErrors.withExample({ text, example: format.example }) : text;
  const line = lineSchema({ error, maxLength, description });
  const schema = format
    ? z.pipe(line, z.string().check(z.refine((typed) => new RegExp(format.pattern).test(typed), error)))
    : line;
  const meta = {
    description: `${description} ${plainTextRule}`,
    maxLength,
    ...(format && { pattern: patternOf(format.pattern) }),
  };
  return isOptional ? blankAsMissing(schema, meta) : schema.register(z.globalRegistry, meta);
}

function blankAsMissing(schema: z.ZodMiniType<string, string>, meta: Record<string, unknown>): z.ZodMiniType {
  return z
    .pipe(
      z.pipe(
        z.string(fieldErrors.notText),
        z.transform((text: string) => (text.trim() === '' ? undefined : text)),
      ),
      z.optional(schema),
    )
    .register(z.globalRegistry, meta);
}

type ListField = Extract<FormField, { type: 'list' }>;

function createListSchema({ description, error, item, isUnique, ...list }: ListField): z.ZodMiniType {
  return z
    .array(item.code ? createCodeSchema({ ...item, code: item.code }) : lineSchema(item), error)
    .check(
      z.minLength(list.minItems ?? 0, error),
      z.maxLength(list.maxItems, error),
      z.refine((items) => !isUnique || new Set(items).size === items.length, fieldErrors.repeated),
    )
    .register(z.globalRegistry, {
      ...(description && { description }),
      ...(isUnique && { uniqueItems: true }),
    });
}

/** A code in any case, which becomes capitals. */
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

/** JSON Schema has no flags: a letter in any case becomes a class of both. */
function patternOf({ source, flags }: RegExp): string {
  if (!flags.includes('i')) return source;
  return source.replace(/\\.|\[[^\]]*\]|[a-z]/gi, (part) =>
    part.length === 1 ? `[${part.toUpperCase()}${part.toLowerCase()}]` : part,
  );
}
