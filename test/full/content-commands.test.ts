import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { templates } from '#lib/content/templates.ts';

const check = 'src/command/check-content.ts';
const add = 'src/command/new-content.ts';

function run(script: string, contentDir: string, args: string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, CONTENT_DIR: contentDir },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Copies the site's content, because `institute.yaml` may link to its pages, and adds files. */
function copyContent(files: Readonly<Record<string, string>> = {}): string {
  const folder = makeFolder();
  cpSync('src/content', folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function countFiles(folder: string): number {
  return globSync('**/*.{md,mdx,yaml}', { cwd: folder }).length;
}

/** Removes the line `draft: true` from files. Returns where the notes of their templates are: `news/a.mdx:7`. */
function publish(folder: string, files: string): string[] {
  return globSync(files, { cwd: folder }).flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8')
      .replace(/^draft: true.*\n/m, '')
      .split('\n');
    writeFileSync(join(folder, name), lines.join('\n'));
    return lines.flatMap((line, index) => (/\bsay /i.test(line) ? [`${name}:${index + 1}`] : []));
  });
}

test('check:content exits with 0 if there are only warnings', () => {
  const folder = copyContent({
    'handbook/a.md': '---\ntitle: Leave\nupdated: 2999-01-01\n---\n\nText.\n',
  });

  const { status, stdout } = run(check, folder);

  expect(stdout).toMatch(
    /handbook\/a.md:3: warning: "updated" .*\n[^]*files checked: no errors, \d+ warnings?\n$/,
  );
  expect(status).toBe(0);
});

test('check:content exits with 1 for problems and groups them by file', () => {
  const folder = copyContent({
    'handbook/a.md': handbookPage('[x](/nowhere)\n\n[y](/nowhere)'),
    'handbook/b.mdx': handbookPage('Less <5.'),
  });

  const { status, stdout } = run(check, folder);

  expect(stdout).toMatch(/a.md:5: .*\n.*a.md:7: .*\n\n.*b.mdx:5: .*\n\n/);
  expect(stdout).toContain(`\n${countFiles(folder)} files checked: 3 errors (1 stops a build)`);
  expect(status).toBe(1);
});

// As processes, because the text crashes the process that parses it.
test.each([check, 'scripts/build.ts', 'scripts/dev.ts'])(
  '%s names a text that would crash the parser, and says what to do',
  (script) => {
    const folder = copyContent({
      'handbook/crash.mdx': handbookPage(`${'<b>'.repeat(14_000)}x${'</b>'.repeat(14_000)}`),
    });

    const { status, stderr } = run(script, folder);

    expect(stderr).toMatch(/handbook\/crash\.mdx:1: the text below cannot be read: .*delete them/);
    expect(stderr).toContain('the texts above cannot be parsed');
    expect(status).toBe(1);
  },
);

test('check:content reports a missing folder', () => {
  const { status, stderr } = run(check, '/nowhere/at/all');

  expect(stderr).toContain('CONTENT_DIR');
  expect(status).toBe(1);
});

test('a new file of every kind passes the check, which reports each note of its template once it is no draft', () => {
  const folder = copyContent();
  const title = 'Łódź: “Soil” & the 3rd naïve # café';

  const made = Object.keys(templates).map((kind) => run(add, folder, [kind, `${title} ${kind}`]));

  expect(made.map(({ status, stderr }) => [status, stderr])).toEqual(made.map(() => [0, '']));
  expect(made[0]?.stdout).toContain('courses/lodz-soil-and-the-3rd-naive-cafe-course.mdx');
  expect(made[0]?.stdout).toContain('/courses/lodz-soil-and-the-3rd-naive-cafe-course\n');
  expect(run(check, folder).stdout).toContain(`${countFiles(folder)} files checked: no `);

  const notes = publish(folder, '**/lodz-*.mdx').toSorted();
  const { status, stdout } = run(check, folder);

  const reported = [...stdout.matchAll(/([a-z]+\/[\w-]+\.mdx:\d+): ".*" is a note of the template: /g)];
  expect(reported.map(([, place]) => place).toSorted()).toEqual(notes);
  expect(notes.length).toBeGreaterThan(25);
  expect(stdout).toContain(` files checked: ${notes.length} errors`);
  expect(status).toBe(1);
});

test('new courses of one subject get consecutive codes', () => {
  const folder = makeContentFolder();

  run(add, folder, ['course', 'Soil Physics']);
  run(add, folder, ['course', 'Soil Chemistry']);

  const codes = ['soil-physics', 'soil-chemistry'].map(
    (name) => /code: (\w+)/.exec(readFileSync(join(folder, `courses/${name}.mdx`), 'utf8'))?.[1],
  );
  expect(codes).toEqual(['SOIL102', 'SOIL103']);
});

test('npm run new never overwrites an existing file', () => {
  const folder = makeContentFolder();
  const before = readFileSync(join(folder, 'courses/soil-science.mdx'), 'utf8');

  const { status, stderr } = run(add, folder, ['course', 'Soil Science']);

  expect(status).toBe(1);
  expect(stderr).toContain('courses/soil-science.mdx exists already');
  expect(readFileSync(join(folder, 'courses/soil-science.mdx'), 'utf8')).toBe(before);
});

test('npm run new refuses a page at an address that the product uses itself', () => {
  const folder = makeContentFolder();

  const { status, stderr } = run(add, folder, ['page', 'Courses']);

  expect(status).toBe(1);
  expect(stderr).toContain('/courses is already used by a page of the site itself');
});

test('npm run new writes a handbook page below handbook/, even if the given folder starts with ..', () => {
  const folder = makeContentFolder();

  run(add, folder, ['handbook', 'Sick leave', '--in', '../Leave & pay']);

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
  const { status, stderr } = run(add, makeContentFolder(), words);

  expect(status).toBe(2);
  expect(stderr).toContain('usage: npm run new -- KIND "Title"');
});

test('a command with an invalid institute.yaml prints one sentence and no stack', () => {
  const root = makeFolder();
  for (const name of ['src', 'scripts', 'package.json', 'package-lock.json']) {
    cpSync(name, join(root, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  const facts = readFileSync('src/institute.yaml', 'utf8');
  const line = facts.slice(0, facts.indexOf('timeZone: Europe/London')).split('\n').length;
  writeFileSync(join(root, 'src/institute.yaml'), facts.replace('Europe/London', 'Europe/Londn'));

  // Not with lectern.mjs: after a plain `npm ci` its stamp is missing, so it would install into the linked folder.
  const script = ['--import', './src/command/require-institute.ts', 'src/command/check-content.ts'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...script],
    { cwd: root, encoding: 'utf8' },
  );

  expect(stderr).toMatch(
    new RegExp(`^src/institute.yaml:${line}: "timeZone" "Europe/Londn" is not a time zone: .*\n$`),
  );
  expect([status, stdout]).toEqual([1, '']);
});
