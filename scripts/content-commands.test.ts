import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { slugOf } from './content-templates/draft.ts';
import { templates } from '#lib/content/templates.ts';

function run(script: string, contentDir: string, args: string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...process.env, CONTENT_DIR: contentDir },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function publishAll(folder: string) {
  for (const name of globSync('**/*.mdx', { cwd: folder })) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace(/^draft: true.*\n/m, ''));
  }
}

test('check:content exits with 0 if there are only warnings', () => {
  const folder = makeContentFolder({
    'handbook/a.md': '---\ntitle: Leave\nupdated: 2999-01-01\n---\n\nText.\n',
  });

  const { status, stdout } = run('check-content', folder);

  expect(stdout).toMatch(
    /handbook\/a.md:3: warning: "updated" .*\n\n3 files checked: no errors, 1 warning\n$/,
  );
  expect(status).toBe(0);
});

test('check:content exits with 1 for problems and groups them by file', () => {
  const folder = makeContentFolder({
    'handbook/a.md': handbookPage('[x](/nowhere)\n\n[y](/nowhere)'),
    'handbook/b.mdx': handbookPage('Less <5.'),
  });

  const { status, stdout } = run('check-content', folder);

  expect(stdout).toMatch(
    /a.md:5: .*\n.*a.md:7: .*\n\n.*b.mdx:5: .*\n\n4 files checked: 3 errors \(1 stops a build\)\n$/,
  );
  expect(status).toBe(1);
});

test('check:content reports a missing folder', () => {
  const { status, stderr } = run('check-content', '/nowhere/at/all');

  expect(stderr).toContain('CONTENT_DIR');
  expect(status).toBe(1);
});

test('a new file of every kind passes the check', () => {
  const folder = makeContentFolder();
  const title = 'Łódź: “Soil” & the 3rd naïve # café';

  const kinds = Object.keys(templates).map((kind) => run('new-content', folder, [kind, `${title} ${kind}`]));

  expect(kinds.map(({ status, stderr }) => [status, stderr])).toEqual(kinds.map(() => [0, '']));
  expect(kinds[0]?.stdout).toContain('courses/lodz-soil-and-the-3rd-naive-cafe-course.mdx');
  expect(kinds[0]?.stdout).toContain('/courses/lodz-soil-and-the-3rd-naive-cafe-course\n');
  expect(run('check-content', folder).stdout).toBe(`${kinds.length + 2} files checked: no problems\n`);
});

test('the check of a new file that is published reports every note of its template, and nothing else', () => {
  const folder = makeContentFolder();
  for (const kind of Object.keys(templates)) run('new-content', folder, [kind, `Peat ${kind}`]);
  publishAll(folder);

  const { status, stdout } = run('check-content', folder);

  const notes = globSync('**/peat-*.mdx', { cwd: folder }).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/\bsay /i.test(line) ? [`${name}:${index + 1}: `] : [])),
  );
  const reported = [...stdout.matchAll(/([a-z]+\/[\w-]+\.mdx:\d+: )".*" is a note from npm run new: /g)];
  expect(reported.map(([, place]) => place).toSorted()).toEqual(notes.toSorted());
  expect(notes.length).toBeGreaterThan(25);
  expect(stdout).toContain(`: ${notes.length} errors\n`);
  expect(status).toBe(1);
});

test('a second course gets another code', () => {
  const folder = makeContentFolder();

  run('new-content', folder, ['course', 'Soil Physics']);
  run('new-content', folder, ['course', 'Soil Chemistry']);

  const codes = ['soil-physics', 'soil-chemistry'].map(
    (name) => /code: (\w+)/.exec(readFileSync(join(folder, `courses/${name}.mdx`), 'utf8'))?.[1],
  );
  expect(codes).toEqual(['SOIL102', 'SOIL103']);
});

test('never overwrites an existing file', () => {
  const folder = makeContentFolder();
  const before = readFileSync(join(folder, 'courses/soil-science.mdx'), 'utf8');

  const { status, stderr } = run('new-content', folder, ['course', 'Soil Science']);

  expect(status).toBe(1);
  expect(stderr).toContain('courses/soil-science.mdx exists already');
  expect(readFileSync(join(folder, 'courses/soil-science.mdx'), 'utf8')).toBe(before);
});

test('refuses a page at an address that the site uses itself', () => {
  const folder = makeContentFolder();

  const { status, stderr } = run('new-content', folder, ['page', 'Courses']);

  expect(status).toBe(1);
  expect(stderr).toContain('/courses is already used by a page of the site itself');
});

test('writes a handbook page into the given folder, never above it', () => {
  const folder = makeContentFolder();

  run('new-content', folder, ['handbook', 'Sick leave', '--in', '../Leave & pay']);

  expect(existsSync(join(folder, 'handbook/leave-and-pay/sick-leave.mdx'))).toBe(true);
});

test.for([
  [[]],
  [['course']],
  [['coarse', 'Soil']],
  [['toString', 'Soil']],
  [['course', '!!']],
  [['course', 'x'.repeat(71)]],
  [['page', 'Soil', '--in', 'leave']],
  [['page', 'Soil', '--out', 'leave']],
])('npm run new with wrong arguments exits with 2 and prints its usage: %j', ([words]) => {
  const { status, stderr } = run('new-content', makeContentFolder(), words);

  expect(status).toBe(2);
  expect(stderr).toContain('usage: npm run new -- KIND "Title"');
});

test('a file name has no diacritics, quotes or special characters', () => {
  expect(slugOf('What’s new in Ærø & Straße, 2027?')).toBe('whats-new-in-aero-and-strasse-2027');
});
