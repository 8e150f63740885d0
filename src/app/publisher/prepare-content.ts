import { resolve } from 'node:path';
import { exportedContent } from '#app/content-settings.ts';
import { processEnvironment, readRepositoryConfig } from '#app/env.ts';
import { openRepository } from '#app/live-content.ts';
import { exportedCommit, exportHead } from '#lib/repository/export-content.ts';
import { messageOf } from '#lib/base/message-of.ts';

/**
 * Exports the content of CONTENT_REPO for a command that reads it. Without CONTENT_REPO it does nothing.
 * @throws Error if the repository cannot be read and nothing was exported before
 */
export async function prepareContent(environment: NodeJS.ProcessEnv = processEnvironment()): Promise<void> {
  const config = readRepositoryConfig(environment);
  const repository = await openRepository(config, environment);
  if (!repository) return;
  const folder = resolve(exportedContent(config.DATA_DIR));
  try {
    await repository.fetch();
  } catch (error) {
    if ((await exportedCommit(folder)) === undefined) throw error;
    const reason = messageOf(error);
    console.warn(`lectern: ${reason}; using the content that was fetched last`);
  }
  const { commit, changed } = await exportHead({ repository, folder });
  if (changed) console.log(`lectern: exported the content at ${commit.slice(0, 12)}`);
}
