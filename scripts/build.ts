import { buildSite } from './build-site.ts';
import { exitOnFault } from './exit-on-fault.ts';

await exitOnFault(() => buildSite());
