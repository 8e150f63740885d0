import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';

/** Creates a project with a fake npm, which records its calls and installs vitest as a development package. */
function makeProject() {
  const root = makeFolder();
  for (const folder of ['scripts', 'src/command']) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['lectern.mjs', 'run-node.mjs'])
    copyFileSync(join('scripts', name), join(root, 'scripts', name));
  for (const name of ['start', 'test']) {
    writeFileSync(join(root, `scripts/${name}.ts`), `console.log('ran ${name}');`);
  }
  writeFileSync(join(root, 'src/command/require-institute.ts'), '');
  // Otherwise one above it would say what kind of module npm.js is.
  writeFileSync(join(root, 'package.json'), '{}');
  const asked = join(root, 'asked');
  writeFileSync(asked, '');
  writeFileSync(
    join(root, 'npm.js'),
    `const { appendFileSync, mkdirSync, rmSync } = require('node:fs');
    const production = process.argv.includes('--omit=dev');
    appendFileSync(${JSON.stringify(asked)}, production ? 'production ' : 'all ');
    rmSync('node_modules', { recursive: true, force: true });
    mkdirSync(production ? 'node_modules' : 'node_modules/vitest', { recursive: true });`,
  );
  const lock = (text: string) => writeFileSync(join(root, 'package-lock.json'), text);
  lock('1');
  const env = { ...process.env, npm_execpath: join(root, 'npm.js') };
  return {
    lock,
    run: (command: string) =>
      execFileSync(process.execPath, ['scripts/lectern.mjs', command], { cwd: root, env, encoding: 'utf8' }),
    installs: () => readFileSync(asked, 'utf8').trim(),
  };
}

test('npm start installs the production packages once, npm test then all, and npm start after that nothing', () => {
  const project = makeProject();

  const outputs = [project.run('start'), project.run('start')];
  const afterStart = project.installs();
  project.run('test');
  const afterTest = project.installs();
  project.run('start');

  for (const output of outputs) expect(output).toContain('ran start');
  expect([afterStart, afterTest, project.installs()]).toEqual([
    'production',
    'production all',
    'production all',
  ]);
});

test('after a change of the lockfile, the same kind of packages is installed again', () => {
  const [developer, server] = [makeProject(), makeProject()];
  developer.run('test');
  server.run('start');

  for (const project of [developer, server]) {
    project.lock('2');
    project.run('start');
  }

  expect(developer.installs()).toBe('all all');
  expect(server.installs()).toBe('production production');
});
