import type { Institute } from './institute-schema.ts';
import { namedField, purposeFields, type PurposeName } from './purpose-fields.ts';

/** Why a form needs its data, and for how many days the institute keeps it. */
export function purposeOf({ purposes, retentionDays }: Institute, form: PurposeName): string {
  const kinds = new Map(Object.entries(purposeFields[form]));
  return purposes[form].replaceAll(namedField, (written, name: string) => {
    const kind = kinds.get(name);
    return kind === undefined ? written : String(retentionDays[kind]);
  });
}

/** What a student number looks like, for forms and examples. */
export function studentNumberFormat({ studentNumber }: Institute): { pattern: RegExp; example: string } {
  const { prefix, digits } = studentNumber;
  return {
    // The schema allows no regular expression syntax in a prefix.
    pattern: new RegExp(`^${prefix}\\d{${digits}}$`, 'i'),
    example: prefix + '204816735491'.slice(0, digits),
  };
}
