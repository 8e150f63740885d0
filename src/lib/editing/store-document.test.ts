import { expect, test } from 'vitest';
import { checkDocument } from './store-document.ts';

/** A ZIP archive as far as its list of files goes. */
function archive(...names: string[]): Buffer {
  const listed = names.map((name) => {
    const record = Buffer.alloc(46);
    record.write('PK\x01\x02', 'latin1');
    record.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([record, Buffer.from(name)]);
  });
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(40), ...listed]);
}

const types = '[Content_Types].xml';

test.each([
  ['pdf', Buffer.from('%PDF-1.7\nx\n%%EOF\n')],
  ['pdf', Buffer.from('\xEF\xBB\xBF\r\n%PDF-1.4\nx\n%%EOF', 'latin1')],
  ['docx', archive(types, '_rels/.rels', 'word/document.xml')],
  ['xlsx', archive(types, 'xl/workbook.xml', 'xl/worksheets/sheet1.xml')],
])('recognises a document of the format %s by its content', (format, bytes) => {
  expect(checkDocument(bytes)).toBe(format);
});

test.each([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'neither a PDF'],
  ['HTML with the marks of a PDF', Buffer.from('<!doctype html><!-- %PDF-1.7\n%%EOF -->'), 'neither a PDF'],
  ['a program', Buffer.from('MZ\x90\0'), 'neither a PDF'],
  ['a presentation', archive(types, 'ppt/presentation.xml'), 'neither a PDF'],
  ['an archive', archive('word/document.xml'), 'neither a PDF'],
  ['an empty file', Buffer.alloc(0), 'neither a PDF'],
  ['half a PDF', Buffer.from('%PDF-1.7\nx'), 'incomplete'],
  ['a document with macros', archive(types, 'word/document.xml', 'word/vbaProject.bin'), 'macros'],
])('refuses %s and says why', (_, bytes, message) => {
  expect(() => checkDocument(bytes)).toThrow(
    expect.objectContaining({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: expect.stringContaining(message) as string,
    }),
  );
});
