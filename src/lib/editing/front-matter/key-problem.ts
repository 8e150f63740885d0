import { newKey } from '#lib/i18n/en/editor.ts';

/** What the keys of a group with free names look like. */
export type KeyRule = {
  /** Source of a regular expression. */
  pattern: string;
  /** What is wrong with a key that does not match, such as `is not a level of one digit, like 4`. */
  reason: string;
};

/** What is wrong with the key of a new field. Undefined if it can be added. */
export function keyProblem(
  key: string,
  rule: KeyRule | undefined,
  taken: readonly string[],
): string | undefined {
  if (key === '') return newKey.empty;
  if (taken.includes(key)) return newKey.taken({ key });
  if (!rule || new RegExp(rule.pattern).test(key)) return undefined;
  return newKey.wrong({ key, reason: rule.reason });
}
