import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeInstituteFolder, runLectern } from '#test/new-institute-folder.ts';

function checkTexts(folder: string) {
  const [, files, problems] =
    /^Texts: (\d+) files checked: (.*)$/m.exec(runLectern('doctor', folder).output) ?? [];
  return { files: Number(files), problems };
}

/** Runs a command that cannot write files of more than some blocks, as on a full disk. */
function runWithin(blocks: number, args: readonly string[]) {
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    'src/command/institute-command.ts',
  ];
  const command = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...node, ...args];
  return spawnSync('sh', command, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
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
  expect([none.status, none.output]).toEqual([1, expect.stringContaining('there is no folder nowhere')]);
  expect([notEmpty.status, notEmpty.output]).toEqual([2, expect.stringContaining('is not empty')]);
  expect(existsSync('nowhere')).toBe(false);
});

test('`lectern new` that cannot write all of its files leaves none behind', () => {
  const folder = join(makeInstituteFolder(), 'next');
  const answers = ['--name', 'School', '--place', 'Lower Quay 4, Falmouth, Cornwall, TR11 3XX, GB'];
  const others = ['--email', 'a@b.example', '--telephone', '+44 1632 960 000', '--person', 'Ada Wren'];
  // The largest of the files has more than two blocks.
  const { status, stderr } = runWithin(2, ['new', folder, ...answers, ...others, '--subjects', 'Ropes']);

  expect([status, stderr]).toEqual([1, expect.stringContaining('larger than this user or disk allows')]);
  expect(existsSync(folder)).toBe(false);
});

test('`lectern backup` that cannot write all of the secrets leaves no file behind, so that it can be made again', () => {
  const settings = { '.env': `# ${'x'.repeat(1_000_000)}\n` };
  const folder = makeInstituteFolder(settings);
  const parent = makeInstituteFolder();
  const file = join(parent, 'backup.tgz');

  // Settings are in the file of the secrets only.
  const { status, stderr } = runWithin(500, ['backup', folder, file]);

  expect([status, stderr]).toEqual([1, expect.stringContaining('larger than this user or disk allows')]);
  expect(readdirSync(parent).filter((name) => name.startsWith('backup'))).toEqual([]);
});

test('a missing folder is named, and so is a file in its place', () => {
  const file = join(makeInstituteFolder({ 'notes.txt': '' }), 'notes.txt');

  expect(runLectern('new', file).output).toContain(`lectern: ${file} is a file: choose a folder`);
  expect(runLectern('check', file)).toEqual({
    status: 1,
    output: `lectern: ${file} is a file: name the folder of the institute\n`,
  });
  expect(runLectern('start', 'nowhere')).toEqual({
    status: 1,
    output: 'lectern: there is no folder nowhere: make an institute with `lectern new nowhere`\n',
  });
});

test('an unknown `lectern` command is named before the list of commands', () => {
  const { output, status } = runLectern('star', 'our-site');

  expect(status).toBe(2);
  expect(output).toMatch(
    /^lectern: there is no command "star": did you mean start\?\n\nusage: lectern COMMAND DIR/,
  );
});

test.each(['start', 'backup'])('`lectern %s --help` lists the commands and exits with 0', (name) => {
  const { output, status } = runLectern(name, '--help');

  expect([status, output.startsWith('usage: lectern COMMAND DIR')]).toEqual([0, true]);
});

test('`lectern backup` without a store says that submissions are missing, and a failed restore leaves no folder', () => {
  const parent = makeInstituteFolder();
  const folder = makeInstituteFolder();
  const file = join(parent, 'backup.tgz');

  const backup = runLectern('backup', folder, file);
  const restore = runLectern('restore', file, join(parent, 'next/site'), '--secrets', file);

  expect([backup.status, backup.output]).toEqual([0, expect.stringContaining('It has no submissions')]);
  expect([restore.status, restore.output]).toEqual([
    1,
    expect.stringContaining('not the secrets of a backup'),
  ]);
  expect(existsSync(join(parent, 'next'))).toBe(false);
});

test('`lectern restore` with the folder first says what the order is', () => {
  const file = join(makeInstituteFolder({ 'backup.tgz': '' }), 'backup.tgz');

  const { output, status } = runLectern('restore', 'folder', file);

  expect([status, output]).toEqual([
    1,
    `lectern: ${file} is a file: name the backup first, then a new folder\n`,
  ]);
});

test('no command but `restore` runs in a folder that a killed restore left', () => {
  const folder = makeInstituteFolder({ '.restoring': '' });

  expect(runLectern('check', folder)).toMatchObject({
    status: 1,
    output: expect.stringContaining('was killed before its end') as string,
  });
});
