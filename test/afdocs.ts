import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { serveSite } from './served-site.ts';

type AfdocsReport = {
  results: {
    id: string;
    status: 'pass' | 'warn' | 'fail' | 'skip' | 'error';
    message: string;
    details?: unknown;
  }[];
  scoring: { overall: number };
};

type Accepted = { links: number; statuses: AfdocsReport['results'][number]['status'][] };

/** Checks that afdocs reports only dead links that the content check also reports. */
export async function expectGoodAfdocs(dist: string, { links, statuses }: Accepted): Promise<void> {
  const { siteUrl } = readManifest(dist);
  const site = await serveSite(dist);
  onTestFinished(async () => {
    await site.stop();
  });
  const report = await runAfdocs(site.origin, { siteUrl, links });

  const found = report.results.filter(({ status }) => !statuses.includes(status));
  const dead = listDeadLinks(report);
  const expected = dead.length > 0 ? [expect.stringContaining('(broken sampled links')] : [];
  expect(found.map(({ id, status, message }) => `${id}: ${status}: ${message}`)).toEqual(expected);
  expect(dead.filter((path) => !knownDead(dist).has(path))).toEqual([]);
  if (dead.length === 0) expect(report.scoring.overall).toBe(100);
}

/**
 * Runs `afdocs`, a checker of documentation for agents, on a served site.
 * @param links maximum number of pages and links to check
 */
async function runAfdocs(
  origin: string,
  { siteUrl, links }: { siteUrl: string; links: number },
): Promise<AfdocsReport> {
  const options = {
    sampling: 'deterministic',
    'canonical-origin': siteUrl,
    'max-links': String(links),
    'max-concurrency': '6',
    'request-delay': '0',
    format: 'json',
  };
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ['node_modules/afdocs/bin/afdocs.mjs', 'check', origin, '--score', '--quiet', ...named];
  const output = await new Promise<string>((done, fail) => {
    // Ignores the exit code: it is 1 if a check fails, and the report names that check.
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) done(stdout);
      else fail(new Error(`afdocs wrote no report: ${stderr}`, { cause: error }));
    });
  });
  return JSON.parse(output) as AfdocsReport;
}

/** Returns the paths of links that afdocs reports as dead. */
function listDeadLinks({ results }: AfdocsReport): string[] {
  const details = results.find(({ id }) => id === 'markdown-link-portability')?.details as {
    pageResults: { samples: { url: string; outcome: string }[] }[];
  };
  const broken = details.pageResults.flatMap(({ samples }) =>
    samples.filter(({ outcome }) => outcome !== 'ok'),
  );
  return [...new Set(broken.map(({ url }) => new URL(url).pathname.replace(/\/$/, '')))].sort();
}

/** Returns the paths of dead links in the content report of the build. */
function knownDead(dist: string): Set<string> {
  const { pages, problems } = JSON.parse(
    readFileSync(join(dist, readManifest(dist).serverFiles.contentReport ?? ''), 'utf8'),
  ) as {
    pages: { file: string; address: string }[];
    problems: { file: string; message: string }[];
  };
  const addresses = new Map(pages.map(({ file, address }) => [file, address]));
  const paths = problems.flatMap(({ file, message }) => {
    const link = /^the link (\S+) leads to no page$/.exec(message)?.[1];
    return link ? [new URL(link, `http://localhost${addresses.get(file)}`).pathname] : [];
  });
  return new Set(paths.map((path) => path.replace(/\/$/, '')));
}
