import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeInstituteFolder, runLectern } from '#test/new-institute-folder.ts';

function checkTexts(folder: string) {
  const [, files, problems] =
    /^Texts: (\d+) files checked: (.*)$/m.exec(runLectern('doctor', folder).output) ?? [];
  return { files: Number(files), problems };
}

test('`lectern new DIR KIND "Title"` makes a file that the check accepts', () => {
  const folder = makeInstituteFolder();
  const before = checkTexts(folder);

  const { output, status } = runLectern('new', folder, 'course', 'Clinker Planking');

  expect(status).toBe(0);
  expect(output).toContain('Created content/courses/clinker-planking.mdx for ');
  expect(output).toContain(`Check it: npx lectern check ${folder}\n`);
  expect(readFileSync(join(folder, 'content/courses/clinker-planking.mdx'), 'utf8')).toContain('draft: true');
  expect(checkTexts(folder)).toEqual({ files: before.files + 1, problems: before.problems });
});

test('`lectern new` says which kinds there are, that a folder has no institute, and that one is not empty', () => {
  const folder = makeInstituteFolder();

  const [unknown, none, notEmpty] = [
    runLectern('new', folder, 'lesson', 'Knots'),
    runLectern('new', 'nowhere', 'course', 'Knots'),
    runLectern('new', folder, '--name', 'Another'),
  ];

  expect([unknown.status, unknown.output]).toEqual([
    2,
    expect.stringContaining('no kind of content "lesson"'),
  ]);
  expect(unknown.output).toContain(`usage: npx lectern new ${folder} KIND "Title"`);
  expect([none.status, none.output]).toEqual([1, expect.stringContaining('nowhere has no institute.yaml')]);
  expect([notEmpty.status, notEmpty.output]).toEqual([2, expect.stringContaining('is not empty')]);
  expect(existsSync('nowhere')).toBe(false);
});

test('an unknown `lectern` command is named before the list of commands', () => {
  const { output, status } = runLectern('star', 'our-site');

  expect(status).toBe(2);
  expect(output).toMatch(
    /^lectern: there is no command "star": did you mean start\?\n\nusage: lectern COMMAND DIR/,
  );
});

test('`lectern start --help` lists the commands and exits with 0', () => {
  const { output, status } = runLectern('start', '--help');

  expect([status, output.startsWith('usage: lectern COMMAND DIR')]).toEqual([0, true]);
});

test('`lectern restore` with the folder first says what the order is', () => {
  const file = join(makeInstituteFolder({ 'backup.tgz': '' }), 'backup.tgz');

  const { output, status } = runLectern('restore', 'folder', file);

  expect([status, output]).toEqual([
    1,
    `lectern: ${file} is a file: name the backup first, then a new folder\n`,
  ]);
});
