import { isRoute, pageAddress, type Catalogue } from './catalogue.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './problem.ts';

/** Files that would be read at an address which another file or a page of the site itself has. */
export function findAddressFaults(entry: Entry, { pages, people, routes }: Catalogue): Finding[] {
  const address = pageAddress(entry);
  const first = entry.collection === 'people' ? people.get(entry.id) : pages.get(address);
  if (first && first !== entry) {
    return [fault(`the address ${entry.address} belongs to ${first.file} already`)];
  }
  // The handbook's own index is what its route shows.
  const isOwn = entry.collection !== 'pages';
  if (isOwn || !isRoute(address, routes)) return [];
  return [fault(`the address ${address} belongs to a page of the site itself`)];
}

function fault(message: string): Finding {
  return {
    line: 1,
    message,
    mend: 'give this file another name, or take one of the two out',
    severity: 'fault',
  };
}
