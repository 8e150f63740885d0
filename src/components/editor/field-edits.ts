import {
  patchFrontMatter,
  UnpatchableError,
  type FieldPath,
  type FieldValue,
} from '#lib/editing/front-matter/edit-front-matter.ts';

type FieldEditsOptions = {
  readText: () => string;
  replaceText: (text: string, options: { isTyping: boolean }) => void;
  /** Shows why a value cannot be changed in the form; an empty string clears the message. */
  report: (reason: string) => void;
  /** The fields in the order of the schema. */
  order: readonly string[];
  /** Whether the whole file is YAML. */
  isYaml: boolean;
};

/** Writes values from the form into the text. An undefined value removes the field. */
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
   * Writes a value after each keystroke. Each call patches the text as it was before the first keystroke, so quotes
   * and comments are the same as if the value had been entered at once.
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

  /** Writes a value that was not typed, such as an added or removed item. */
  function edit(path: FieldPath, value: FieldValue | undefined): void {
    typed = undefined;
    const after = write(readText(), path, value);
    if (after !== undefined) replaceText(after, { isTyping: false });
  }

  return { type, edit };
}
