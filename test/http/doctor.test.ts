import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeInstituteFolder, runIn, runLectern } from '#test/new-institute-folder.ts';

/** Runs the doctor, and a start that ends where it needs a build, with the given settings. */
function runBoth(settings: string) {
  const folder = makeInstituteFolder({ '.env': settings });
  return {
    doctor: runLectern('doctor', folder),
    start: runIn(folder, [resolve('src/app/server.ts'), join(folder, 'no-build')], { INSTITUTE_DIR: '.' }),
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
