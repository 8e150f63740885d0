import { buildSite } from './build-site.ts';
import { exitOnFault } from './exit-on-error.ts';

await exitOnFault(() => buildSite());
