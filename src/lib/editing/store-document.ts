import { ApiError } from '#lib/http/api-error.ts';
import type { DocumentFormat } from '#lib/content/download.ts';
import { documentErrors } from '#lib/i18n/en/desk.ts';

/** Signature of a record in the list of files at the end of a ZIP archive (APPNOTE 4.3.12). */
const listedFile = Buffer.from('PK\x01\x02', 'latin1');
/** The start of a PDF. Some programs write a byte order mark or an empty line before it. */
const pdfStart = /^(?:\xEF\xBB\xBF)?\s*%PDF-/;
const mainParts = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const;

/**
 * The format of a document, by its content. Documents with macros are refused.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE
 */
export function checkDocument(bytes: Buffer): DocumentFormat {
  if (pdfStart.test(bytes.toString('latin1', 0, 1024))) {
    if (bytes.subarray(-2048).includes('%%EOF')) return 'pdf';
    throw refused(documentErrors.cutOff);
  }
  const names = listNames(bytes);
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) throw refused(documentErrors.macros);
  if (names.includes('[Content_Types].xml')) {
    if (names.includes(mainParts.docx)) return 'docx';
    if (names.includes(mainParts.xlsx)) return 'xlsx';
  }
  throw refused(documentErrors.notDocument);
}

/** The names of the files in a ZIP archive; empty for any other file. */
function listNames(bytes: Buffer): string[] {
  const names: string[] = [];
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return names;
  for (let at = bytes.indexOf(listedFile); at !== -1 && at + 46 <= bytes.length;) {
    const length = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + 46, at + 46 + length));
    at = bytes.indexOf(listedFile, at + 46 + length);
  }
  return names;
}

function refused(error: { message: string; resolution: string }): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', error);
}
