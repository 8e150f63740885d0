import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { entryPictureSchema } from '#lib/content/entry-picture.ts';
import { isDrawing, readDrawing } from '#lib/content/documents/drawing.ts';
import { isPhoto } from '#lib/content/photo-formats.ts';
import { isCutOff } from './cut-off-photo.ts';
import { findClosest } from './closest-match.ts';
import type { ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { placeOf, type Explanation, type Finding } from './problem.ts';

/** Reports a `picture` in front matter whose file is missing or not a picture. */
export function findPictureProblems(
  { frontMatter, path }: Entry,
  { hasFile }: Pick<ContentIndex, 'hasFile'>,
): Finding[] {
  const given: unknown = frontMatter?.data['picture'];
  const file = entryPictureSchema.shape.file.safeParse(
    typeof given === 'object' && given !== null && 'file' in given ? given.file : undefined,
  );
  const problem = file.success ? checkPictureFile(dirname(path), file.data, hasFile) : undefined;
  const place = placeOf(frontMatter, ['picture', 'file']);
  return problem ? [{ ...place, severity: 'error', ...problem }] : [];
}

/** @param folder the folder to which `file` is relative */
export function checkPictureFile(
  folder: string,
  file: string,
  hasFile: ContentIndex['hasFile'],
): (Explanation & { severity?: 'fatal' | 'error' }) | undefined {
  const path = join(folder, file);
  if (!hasFile(path)) {
    const beside = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
    const meant = findClosest(basename(path), beside);
    return {
      message: `there is no picture ${file}`,
      fix: meant
        ? `did you mean ${file.slice(0, file.length - basename(file).length)}${meant}?`
        : 'put the file there, or correct its name; the path starts in the folder of this text',
    };
  }
  // The picture of a draft may not be on the disk yet.
  return existsSync(path) ? checkFormat(path, file) : undefined;
}

/** Reports a file that pages cannot show. A photo that is cut off is not fatal: pages show its description. */
export function checkFormat(
  path: string,
  file: string,
): (Explanation & { severity: 'fatal' | 'error' }) | undefined {
  const start = statSync(path).isFile() ? readStart(path) : Buffer.alloc(0);
  if (isDrawing(start)) {
    const { problem } = readDrawing(readFileSync(path));
    return problem && { message: `${file}: ${problem.message}`, fix: problem.fix, severity: 'fatal' };
  }
  if (isPhoto(start)) return isCutOff(path) ? cutOff(file) : undefined;
  const fix = 'save it as JPEG, PNG, WebP, AVIF, GIF or SVG';
  return { message: `the file ${file} is not a picture`, fix, severity: 'fatal' };
}

function cutOff(file: string): Explanation & { severity: 'error' } {
  return {
    message: `the file ${file} is damaged: it ends in the middle of the picture`,
    fix: 'copy it again from where it came, or open it and save it again',
    severity: 'error',
  };
}

function readStart(path: string): Buffer {
  const start = Buffer.alloc(4096);
  const file = openSync(path, 'r');
  const length = readSync(file, start, 0, start.length, 0);
  closeSync(file);
  return start.subarray(0, length);
}
