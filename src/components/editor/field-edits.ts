import {
  patchFrontMatter,
  UnpatchableError,
  type FieldPath,
  type FieldValue,
} from '#lib/editing/front-matter/edit-front-matter.ts';

type FieldEditsOptions = {
  readText: () => string;
  replaceText: (text: string, options: { isTyping: boolean }) => void;
  /** Says why a value cannot be changed in the form; an empty sentence takes that back. */
  report: (reason: string) => void;
  /** The fields in the order of the schema. */
  order: readonly string[];
  /** The whole file is YAML. */
  isYaml: boolean;
};

/** Writes what someone enters in the form into the text. An undefined value removes the field. */
export function createFieldEdits({ readText, replaceText, report, order, isYaml }: FieldEditsOptions) {
  let typed: { field: string; before: string; after: string } | undefined;

  function write(text: string, path: FieldPath, value: FieldValue | undefined): string | undefined {
    try {
      const written = patchFrontMatter(text, { path, value, order, isYaml });
      report('');
      return written;
    } catch (error) {
      if (!(error instanceof UnpatchableError)) throw error;
      report(error.message);
      return undefined;
    }
  }

  /**
   * Writes a value for each letter. All letters change the text from before the first one, so quotes and comments are as
   * if the whole value was entered at once.
   */
  function type(path: FieldPath, value: FieldValue | undefined): void {
    const field = path.join('.');
    const text = readText();
    const before = typed?.field === field && typed.after === text ? typed.before : text;
    const after = write(before, path, value);
    if (after === undefined) return;
    replaceText(after, { isTyping: true });
    typed = { field, before, after };
  }

  /** Writes a value once. */
  function edit(path: FieldPath, value: FieldValue | undefined): void {
    typed = undefined;
    const after = write(readText(), path, value);
    if (after !== undefined) replaceText(after, { isTyping: false });
  }

  return { type, edit };
}
