import { statfs } from 'node:fs/promises';
import { within } from '#lib/base/within.ts';
import type { SiteState } from '#lib/metrics/site-gauges.ts';
import { readPublisherState } from '#lib/publishing/activation/publisher-state.ts';
import type { ServerServices, ServicesForStaff } from './services.ts';

type Watched = Pick<ServicesForStaff, 'desk'> &
  Pick<ServerServices, 'liveContent'> & { buildDir: string; dataDir: string };

/** Timeout in milliseconds, after which the store counts as unavailable. */
const patience = 2_000;

/** Creates the function that reads the state of publications and disks, once for all gauges of a scrape. */
export function createSiteStateReader(watched: Watched): () => Promise<SiteState> {
  let reading: Promise<SiteState> | undefined;
  return () => (reading ??= readSiteState(watched).finally(() => (reading = undefined)));
}

async function readSiteState({ buildDir, dataDir, desk, liveContent }: Watched): Promise<SiteState> {
  const folders = { data: dataDir, publications: buildDir };
  const shares = Object.entries(folders).map(async ([name, folder]) => {
    const share = await freeShare(folder);
    return share === undefined ? [] : [[name, share] as const];
  });
  return {
    publisher: readPublisherState(buildDir),
    isRepositoryReachable: liveContent?.isReachable(),
    failingChangeSets: desk && (await within(patience, () => desk.countFailingSets()).catch(() => undefined)),
    freeDisk: Object.fromEntries((await Promise.all(shares)).flat()),
  };
}

/** Undefined for a folder that does not exist, such as the data folder with PostgreSQL. */
async function freeShare(folder: string): Promise<number | undefined> {
  const { bavail, blocks } = await statfs(folder).catch(() => ({ bavail: 0, blocks: 0 }));
  return blocks === 0 ? undefined : bavail / blocks;
}
