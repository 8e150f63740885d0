import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFirstFiles } from '#lib/content/first-institute/first-files.ts';

const answers = {
  name: 'Harbourside School of Boatbuilding',
  place: 'Lower Quay 4, Falmouth, Cornwall, TR11 3XX, GB',
  email: 'hello@boats.example',
  telephone: '+44 1632 960 000',
  person: 'Ada Wren',
  subjects: 'Boatbuilding',
};

const doctor = `const { examine } = await import(${JSON.stringify(resolve('scripts/doctor.ts'))});
process.exitCode = (await examine({ sitesFolder: '.lectern', codeFolder: 'dist' })) ? 0 : 1;`;

/** Runs the doctor and a start without a build in the folder of a new institute. */
function runBoth(settings: string) {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries({
    ...writeFirstFiles(answers, '2026-01-01'),
    '.env': settings,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...args],
      { cwd: folder, env: { PATH: process.env['PATH'], INSTITUTE_DIR: '.' }, encoding: 'utf8' },
    );
    return { output: stdout + stderr, status };
  };
  return {
    doctor: run('--input-type=module', '-e', doctor),
    start: run(resolve('src/app/server.ts'), join(folder, 'no-build')),
  };
}

test('doctor and start name the unknown settings of .env, and the setting that each is close to', () => {
  const { doctor, start } = runBoth('SITE_ULR=https://www.example.org\nPROT=8080\n');

  for (const { output } of [doctor, start]) {
    expect(output).toContain('SITE_ULR in .env is not a setting: did you mean SITE_URL?');
    expect(output).toContain('PROT in .env is not a setting: did you mean PORT?');
    expect(output).not.toContain('www.example.org');
  }
  expect(doctor.status).toBe(0);
});

test('an unknown setting is named beside the error that it causes', () => {
  const { doctor, start } = runBoth('SMTP_ULR=smtp://mail.example.org\nMAIL_FROM=noreply@example.org\n');

  for (const { output, status } of [doctor, start]) {
    expect(output).toContain('SMTP_URL is missing: it is required together with MAIL_FROM');
    expect(output).toContain('SMTP_ULR in .env is not a setting: did you mean SMTP_URL?');
    expect(status).toBe(1);
  }
});
