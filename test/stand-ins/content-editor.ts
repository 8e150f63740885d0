import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openLiveContent } from '#app/live-content.ts';
import { EditConflict, type ContentRepository } from '#lib/repository/repository.ts';
import { silentLog } from '#lib/log/log.ts';

/**
 * Commits like an editor on a server, until it is stopped: each commit adds a unique line to one file or to several.
 * Prints each line that was accepted.
 */
export type EditorOptions = {
  name: string;
  dataDir: string;
  repository: string;
  buildDir: string;
  files: string[];
  /** Adds the same line to all files in each commit. */
  isAll: boolean;
};

const options = JSON.parse(process.argv[2] ?? '') as EditorOptions;
const { name, dataDir, repository: origin, buildDir } = options;
const config = { CONTENT_REPO: origin, CONTENT_BRANCH: 'main', CONTENT_PATH: '', DATA_DIR: dataDir };
const content = await openLiveContent({
  environment: process.env,
  config,
  buildDir,
  log: silentLog,
});
if (!content) throw new Error('there is no repository');

for (;;) {
  const line = `Line ${randomUUID()} of ${name}.`;
  try {
    await addLine(content.repository, line);
    console.log(`accepted ${line}`);
  } catch (error) {
    if (error instanceof EditConflict) console.log('conflict');
    else {
      // A lock that a killed process left expires after a minute.
      console.log(`failed ${String(error)}`);
      await wait(500);
    }
  }
  await wait(randomInt(30));
}

async function addLine(repository: ContentRepository, line: string): Promise<void> {
  const chosen = options.isAll ? options.files : [options.files[randomInt(options.files.length)] ?? ''];
  const changes = chosen.map(async (path) => {
    const read = await repository.read(path);
    const text = read?.content.toString('utf8') ?? '';
    return { path, basedOn: read?.blob ?? null, content: `${text}\n${line}\n` };
  });
  const author = { name, email: `${name}@example.org` };
  await repository.commit(await Promise.all(changes), { author, message: line });
}
