// Loaded before every command except `serve`: reports an invalid institute.yaml in plain sentences and stops.
import { existsSync } from 'node:fs';
import { instituteFolder, processEnvironment } from '#app/env.ts';
import { readInstituteFile } from '#lib/content/checking/institute-file.ts';
import { formatProblems } from '#lib/content/checking/problem.ts';

if (processEnvironment()['CONTENT_DIR']) {
  console.warn(
    'lectern: CONTENT_DIR will be removed: name the institute’s folder in INSTITUTE_DIR, with the content in its folder content',
  );
}

const { file, findings } = readInstituteFile(instituteFolder());
// Before its first export, the facts may be in the repository.
const isInRepository = Boolean(processEnvironment()['CONTENT_REPO']) && !existsSync(file);
const fatal = isInRepository ? [] : findings.filter(({ severity }) => severity === 'fatal');
if (fatal.length > 0) {
  console.error(formatProblems(fatal.map((finding) => ({ file, ...finding }))));
  process.exit(1);
}
