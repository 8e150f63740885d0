import { collectionNames } from './collections.ts';

/** Kinds of documents that readers can download, by the extension of their file. */
export const documentTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type DocumentFormat = keyof typeof documentTypes;

/** Whether a file is a document for download, by its extension. */
export function isDocument(path: string): boolean {
  return /\.(?:pdf|docx|xlsx)$/i.test(path);
}

/** Whether a file of the content folder is served as a document. Hidden files are not. */
export function isPublishedDocument(path: string): boolean {
  const isInCollection = collectionNames.some((name) => path.startsWith(`${name}/`));
  return isInCollection && isDocument(path) && !/(^|\/)\./.test(path);
}

/** The address of a document of the content folder: `news/leaflet.pdf` is `/news/leaflet.pdf`. */
export function documentAddress(path: string): string {
  return `/${path}`;
}
