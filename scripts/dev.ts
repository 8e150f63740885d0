import { spawn } from 'node:child_process';
import { readBuildConfig, readConfig } from '#app/env.ts';
import { writeSnippets } from './snippets.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { prepareContent } from '#app/publisher/prepare-content.ts';
import { requireReadableTexts } from '#command/require-readable-texts.ts';

await exitOnError(async () => {
  writeSnippets();
  await prepareContent();
  const { contentDir } = readBuildConfig();
  await requireReadableTexts(contentDir);
  console.log(
    'lectern: npm run dev shows pages and endpoints while you work on components, without Markdown, negotiation and search. Writers use npm run watch.',
  );
  const { HOST, PORT } = readConfig();
  const args = ['node_modules/astro/bin/astro.mjs', 'dev', '--host', HOST, '--port', String(PORT)];
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const signal = await new Promise((done) => child.on('exit', (_, by) => done(by)));
  // A text that was saved meanwhile may have crashed the process.
  if (signal === 'SIGSEGV' || signal === 'SIGABRT') await requireReadableTexts(contentDir);
});
