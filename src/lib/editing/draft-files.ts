import { posix } from 'node:path';

/** A draft of a picture or a document is stored as a data URL: `data:image/jpeg;base64,...`. */
const dataUrl = /^data:[a-z]+\/[a-z.+-]+;base64,/;

/** Whether a file is a text, by its extension. */
export function isText(path: string): boolean {
  return /\.(?:mdx?|yaml)$/.test(path);
}

/** Whether a file is a picture, by its extension. */
export function isPicture(path: string): boolean {
  return /\.(?:jpe?g|png|webp|gif|svg|avif)$/i.test(path);
}

/** @param mediaType such as `image/jpeg` */
export function toDraftText(bytes: Buffer, mediaType: string): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** The content of a draft's file: the bytes of a picture or document, or the text of an entry. */
export function contentOf({ path, text }: { path: string; text: string | null }): string | Buffer | null {
  if (text === null || isText(path)) return text;
  return Buffer.from(text.replace(dataUrl, ''), 'base64');
}

type DraftFile = { path: string; basedOn: string | null; text: string | null };

/** The new pictures and documents that only this draft uses. They are moved, published and discarded with it. */
export function newFilesOf<File extends DraftFile>(draft: DraftFile, drafts: readonly File[]): File[] {
  const names = (text: string | null, path: string) => text?.includes(posix.basename(path)) ?? false;
  const others = drafts.filter(({ path }) => path !== draft.path && isText(path));
  return drafts.filter(
    ({ path, basedOn }) =>
      !isText(path) &&
      basedOn === null &&
      names(draft.text, path) &&
      !others.some(({ text }) => names(text, path)),
  );
}

/** The content of the files that these drafts change, by path; null for a removed file. */
export function overlayOf(
  drafts: readonly { path: string; movedFrom: string | null; text: string | null }[],
): Record<string, string | null> {
  const removed = drafts.flatMap(({ movedFrom }) => (movedFrom === null ? [] : [[movedFrom, null] as const]));
  return Object.fromEntries([...removed, ...drafts.map(({ path, text }) => [path, text] as const)]);
}
