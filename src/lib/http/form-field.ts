/** The trimmed text of a field; '' for a file and for a missing field or form. */
export function readField(form: FormData | undefined, name: string): string {
  const value = form?.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
