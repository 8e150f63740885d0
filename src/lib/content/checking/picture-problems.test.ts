import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { findPictureProblems } from './picture-problems.ts';
import { atTime, parseEntry } from './entry.ts';

const folder = makeFolder();
mkdirSync(join(folder, 'people'));
writeFileSync(join(folder, 'people', 'weir.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'people', 'weir.jpg'), 'not a picture');
const disk = { hasFile: existsSync };
const clock = { now: new Date('2026-11-22T12:00:00Z'), timeZone: 'Europe/London' };

function entryWith(picture: string) {
  const source = `---\nname: Ines Calder\nrole: Lecturer\nsummary: Teaches soils from the pit to the laboratory.\npicture: ${picture}\n---\n\nText.\n`;
  const path = join(folder, 'people', 'ines-calder.mdx');
  return atTime(parseEntry({ collection: 'people', name: 'ines-calder.mdx', path }, source), clock);
}

test('accepts a picture with a file and a description', () => {
  const entry = entryWith('{ file: ./weir.svg, alt: "Water over a weir", focus: "40% 30%" }');

  expect([...entry.findings, ...findPictureProblems(entry, disk)]).toEqual([]);
});

test('reports a missing file with the name that is probably meant', () => {
  expect(findPictureProblems(entryWith('{ file: ./wier.svg, alt: "Water over a weir" }'), disk)).toEqual([
    {
      line: 5,
      field: ['picture', 'file'],
      severity: 'error',
      message: 'there is no picture ./wier.svg',
      fix: 'did you mean ./weir.svg?',
    },
  ]);
});

test('reports a file that is not a picture as fatal', () => {
  const problems = findPictureProblems(entryWith('{ file: ./weir.jpg, alt: "Water over a weir" }'), disk);

  expect(problems).toMatchObject([{ severity: 'fatal', message: 'the file ./weir.jpg is not a picture' }]);
});

test('reports a HEIC photo, which pages cannot show', () => {
  const start = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1');
  writeFileSync(join(folder, 'people', 'phone.jpg'), start);

  const [problem] = findPictureProblems(entryWith('{ file: ./phone.jpg, alt: "Water over a weir" }'), disk);

  expect(problem?.fix).toBe('save it as JPEG, PNG, WebP, AVIF, GIF or SVG');
});

test.each([
  ['{ file: ./weir.svg }', 'alt'],
  ['{ file: ./weir.svg, alt: "" }', 'alt'],
  ['{ file: ./weir.svg, alt: "Water over a weir", focus: "left" }', 'focus'],
  ['{ file: /weir.svg, alt: "Water over a weir" }', 'file'],
])('reports an invalid picture: %s', (picture, field) => {
  const [problem] = entryWith(picture).findings;

  expect(problem?.message).toContain(field);
});

test('reports a drawing with a script as fatal, at the field that names it', () => {
  writeFileSync(
    join(folder, 'people', 'script.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
  );
  const entry = entryWith('{ file: ./script.svg, alt: "Water" }');

  const problems = findPictureProblems(entry, disk);

  expect(problems).toEqual([
    {
      line: 5,
      field: ['picture', 'file'],
      severity: 'fatal',
      message: expect.stringContaining('./script.svg: the drawing has an element <script>'),
      fix: expect.stringContaining('save it as plain SVG'),
    },
  ]);
});

test('reports a photo that is cut off as an error, which does not stop a build', async () => {
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer();
  writeFileSync(join(folder, 'people', 'cut.jpg'), photo.subarray(0, photo.length - 40));

  const problems = findPictureProblems(entryWith('{ file: ./cut.jpg, alt: "Water" }'), disk);

  expect(problems).toMatchObject([
    {
      line: 5,
      severity: 'error',
      message: 'the file ./cut.jpg is damaged: it ends in the middle of the picture',
    },
  ]);
});
