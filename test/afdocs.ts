import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Manifest } from '#lib/content/manifest.ts';
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

/** Checks that afdocs reports nothing about a build but dead links that the content check reports too. */
export async function expectGoodAfdocs(dist: string, { links, statuses }: Accepted): Promise<void> {
  const { siteUrl } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
  const site = await serveSite(dist);
  const report = await runAfdocs(site.origin, { siteUrl, links }).finally(() => site.stop());

  const found = report.results.filter(({ status }) => !statuses.includes(status));
  const dead = listDeadLinks(report);
  const expected = dead.length > 0 ? [expect.stringContaining('(broken sampled links')] : [];
  expect(found.map(({ id, status, message }) => `${id}: ${status}: ${message}`)).toEqual(expected);
  expect(dead.filter((path) => !knownDead(dist).has(path))).toEqual([]);
  if (dead.length === 0) expect(report.scoring.overall).toBe(100);
}

/**
 * What `afdocs`, the checker of documentation for agents, finds on a served site. It is run as anyone would run it.
 * @param links how many pages, and links of pages, it looks at
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
    // It ends with 1 when a check fails, which the report says as well.
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) done(stdout);
      else fail(new Error(`afdocs wrote no report: ${stderr}`, { cause: error }));
    });
  });
  return JSON.parse(output) as AfdocsReport;
}

/** Addresses of links in Markdown that afdocs followed to no page, without what comes before their path. */
function listDeadLinks({ results }: AfdocsReport): string[] {
  const details = results.find(({ id }) => id === 'markdown-link-portability')?.details as {
    pageResults: { samples: { url: string; outcome: string }[] }[];
  };
  const broken = details.pageResults.flatMap(({ samples }) =>
    samples.filter(({ outcome }) => outcome !== 'ok'),
  );
  return [...new Set(broken.map(({ url }) => new URL(url).pathname.replace(/\/$/, '')))].sort();
}

/** Paths of links without a page, as the build's check of the content tells of them. */
function knownDead(dist: string): Set<string> {
  const { pages, problems } = JSON.parse(readFileSync(join(dist, 'content-report.json'), 'utf8')) as {
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
