import { entryAddress } from '#lib/content/addresses.ts';
import { contentCollections, definitionOf } from '#lib/content/collections.ts';
import { resolveLink, type LinkTarget } from '#lib/content/links.ts';
import { findClosest } from './closest-match.ts';
import { isRoute } from '#lib/content/taken-addresses.ts';
import type { ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { explainHidden } from './schedule-problems.ts';
import type { Link } from './outline.ts';
import { placeOf, type Explanation, type Finding, type Severity } from './problem.ts';

/** Reports links to pages or headings that do not exist. */
export function findLinkProblems(entry: Entry, index: ContentIndex): Finding[] {
  return [...entry.outline.links, ...linksInFields(entry)].flatMap(({ href, ...place }): Finding[] => {
    const problem = checkLink(href, entry, index);
    return problem ? [{ ...place, severity: 'error', ...problem }] : [];
  });
}

function linksInFields({ collection, frontMatter }: Entry): (Link & Pick<Finding, 'field'>)[] {
  return (definitionOf(collection).links ?? []).flatMap((field) => {
    const href = frontMatter?.data[field];
    if (typeof href !== 'string' || !href.startsWith('/')) return [];
    return [{ href, ...placeOf(frontMatter, [field]) }];
  });
}

type LinkProblem = Explanation & Pick<Finding, 'missing'> & { severity?: Severity };

/** Without a severity, the problem is an error. */
export function checkLink(
  href: string,
  from: Pick<Entry, 'collection' | 'name' | 'hidden'>,
  index: ContentIndex,
): LinkProblem | undefined {
  if (href.trim() === '') return { message: 'a link has no address', fix: 'write it in the brackets ( )' };
  const target = resolveLink(href, from);
  if (!target || (from.collection === 'people' && href.startsWith('#'))) return undefined;
  const { address } = target;
  if (address === contentCollections.people.base) return checkPerson(target, index.people);
  const page = index.pages.get(address);
  if (page?.hidden && !from.hidden) {
    const { state, fix, severity } = explainHidden(page.hidden, page.file);
    return {
      message: `the link ${href} leads to a page that ${state}`,
      fix: `${fix}, or remove the link`,
      severity,
    };
  }
  if (page) return checkAnchor(href, target, page);
  if (isRoute(address, index.routes)) return undefined;
  const moved = index.aliases.get(address);
  if (!moved) return { ...deadLink(href, address, index), missing: address };
  return {
    message: `the link ${href} leads to a former address of ${moved.address}`,
    fix: `write ${moved.address}`,
    severity: 'warning',
  };
}

function checkPerson({ anchor }: LinkTarget, people: ContentIndex['people']): LinkProblem | undefined {
  if (anchor === undefined || people.has(anchor)) return undefined;
  const meant = findClosest(anchor, people.keys());
  return {
    message: `there is no person "${anchor}"`,
    fix: meant
      ? `did you mean /people#${meant}?`
      : 'use the name of a file in people/, such as /people#ada-wren',
    missing: entryAddress('people', anchor),
  };
}

function checkAnchor(href: string, { anchor }: LinkTarget, page: Entry): Explanation | undefined {
  const { anchors } = page.outline;
  if (anchor === undefined || anchor === 'top' || anchors.has(anchor)) return undefined;
  // The headings of a page that cannot be parsed are unknown.
  if (anchors.size === 0 && page.findings.some(({ severity }) => severity === 'fatal')) return undefined;
  const meant = findClosest(anchor, anchors);
  return {
    message: `the link ${href} leads to no heading of ${href.startsWith('#') ? 'this' : 'that'} page`,
    fix: meant
      ? `did you mean #${meant}?`
      : 'write the heading in lower case with hyphens, such as #field-work for "Field work", or delete the part from # on',
  };
}

function deadLink(href: string, address: string, index: ContentIndex): Explanation {
  const message = `the link ${href} leads to no page`;
  if (/^(www\.|[\w-]+\.(org|com|net|gov|edu|uk|io)\b)/i.test(href)) {
    return { message, fix: `write https://${href} if it leads to another site` };
  }
  const meant = findMeant(address, index);
  return {
    message,
    fix: meant
      ? `did you mean ${meant}?`
      : 'write the address as the browser shows it, such as /courses/bookkeeping',
  };
}

/** The closest addresses by dead address. Cached, because many pages may have the same dead link. */
const meantAddresses = new WeakMap<ContentIndex, Map<string, string | undefined>>();

function findMeant(address: string, index: ContentIndex): string | undefined {
  const known = meantAddresses.get(index) ?? new Map<string, string | undefined>();
  meantAddresses.set(index, known);
  if (!known.has(address)) known.set(address, findSimilar(address, index));
  return known.get(address);
}

function findSimilar(address: string, { pages, routes }: ContentIndex): string | undefined {
  const name = address.slice(address.lastIndexOf('/'));
  const sameName = [...pages.keys()].filter((known) => known.endsWith(name));
  if (sameName.length === 1) return sameName[0];
  return findClosest(address, [...pages.keys(), ...routes], Math.max(1, Math.floor(name.length / 4)));
}
