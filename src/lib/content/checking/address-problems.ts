import { isRoute, pageAddress, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './problem.ts';

/** Files that would be read at an address which another file or a page of the site itself has. */
export function findAddressProblems(entry: Entry, { pages, people, routes }: ContentIndex): Finding[] {
  const address = pageAddress(entry);
  const first = entry.collection === 'people' ? people.get(entry.id) : pages.get(address);
  if (first && first !== entry) {
    return [problem(`the address ${entry.address} belongs to ${first.file} already`)];
  }
  // The handbook's own index is what its route shows.
  const isOwn = entry.collection !== 'pages';
  if (isOwn || !isRoute(address, routes)) return [];
  return [problem(`the address ${address} belongs to a page of the site itself`)];
}

function problem(message: string): Finding {
  return {
    line: 1,
    message,
    fix: 'give this file another name, or take one of the two out',
    severity: 'error',
  };
}
