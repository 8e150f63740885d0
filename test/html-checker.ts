import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './temporary-folder.ts';

const run = promisify(execFile);

export type HtmlPage = { name: string; html: string };

type Message = { type: string; url: string; lastLine?: number; message: string; extract?: string };

/**
 * Runs the Nu Html Checker on all pages.
 * @returns one line for each error: page, line, message and extract
 */
export async function findHtmlErrors(pages: readonly HtmlPage[]): Promise<string[]> {
  const folder = makeFolder();
  await Promise.all(pages.map(({ html }, index) => writeFile(join(folder, `${index}.html`), html)));
  const jar = 'node_modules/vnu-jar/build/dist/vnu.jar';
  const options = ['--errors-only', '--exit-zero-always', '--stdout', '--format', 'json'];
  const { stdout } = await run('java', ['-jar', jar, ...options, folder], { maxBuffer: 256 * 1024 * 1024 });
  const { messages } = JSON.parse(stdout) as { messages: Message[] };
  return messages.map(({ url, lastLine = 0, message, extract = '' }) => {
    const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])];
    return `${page?.name ?? url}:${lastLine}: ${message} (${extract.replaceAll(/\s+/g, ' ')})`;
  });
}
