/** A draft of a picture is stored as a data address: `data:image/jpeg;base64,...`. */
const dataAddress = /^data:image\/[a-z+]+;base64,/;

/** Whether a draft of the file is a text that people read, and not a picture. */
export function isText(path: string): boolean {
  return /\.(?:mdx?|yaml)$/.test(path);
}

export function toDraftText(bytes: Buffer, format: string): string {
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

/** What a draft writes into its file: the bytes of a picture, or the text of an entry. */
export function contentOf({ path, text }: { path: string; text: string | null }): string | Buffer | null {
  if (text === null || isText(path)) return text;
  return Buffer.from(text.replace(dataAddress, ''), 'base64');
}
