import type { Config } from './env.ts';
import type { Publication } from './publication.ts';
import type { Readiness } from './readiness.ts';
import type { Log } from '#lib/log/log.ts';
import type { Measures } from '#lib/metrics/measures.ts';
import type { Store } from '#lib/store/open.ts';

/** What a process gives to its services. */
export type ServiceNeeds = {
  /** The build's folder, with the manifest. */
  publishedDir: string;
  publication: Publication;
  readiness: Readiness;
  config: Config;
  /** Environment variables that may be passed to child processes. */
  environment: NodeJS.ProcessEnv;
  log: Log;
  measures: Measures;
};

/** What each group of services is made from. */
export type Wiring = Omit<ServiceNeeds, 'publication'> & {
  store: Store;
  /** Returns the current publication. */
  publication: () => Publication;
};
