import type { LetterWords } from '#lib/content/letter-words.ts';
import { readEditorSettings } from './content.ts';

/** The text above a form: the institute's own, or the usual one. It may have `code` and links. */
export async function readFormLead(
  form: keyof NonNullable<LetterWords['forms']>,
  usual: string,
): Promise<string> {
  const { letters } = await readEditorSettings();
  return letters.forms?.[form] ?? usual;
}
