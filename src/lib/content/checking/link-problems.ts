import { contentCollections, definitionOf } from '#lib/content/collections.ts';
import { resolveLink, type LinkTarget } from '#lib/content/links.ts';
import { isRoute, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Finding, Severity } from './problem.ts';
import { findClosest } from './closest-match.ts';
import type { Link } from './outline.ts';

export type LinkRules = {
  /** How grave broken links in the handbook are. */
  handbook: Severity;
  /** Anchors that layouts add to every page of a collection. */
  layoutAnchors: Readonly<Partial<Record<Entry['collection'], readonly string[]>>>;
};

/** Links to pages or places on pages that there are not. */
export function findLinkProblems(entry: Entry, index: ContentIndex, rules: LinkRules): Finding[] {
  return [...entry.outline.links, ...linksInFields(entry)].flatMap(({ href, ...spot }) => {
    const said = checkLink(href, entry, { index, rules });
    const severity = entry.collection === 'handbook' ? rules.handbook : 'error';
    return said ? [{ ...spot, severity, ...said }] : [];
  });
}

function linksInFields({ collection, frontMatter }: Entry): (Omit<Link, 'column'> & { column?: number })[] {
  return (definitionOf(collection).links ?? []).flatMap((field) => {
    const href = frontMatter?.data[field];
    if (typeof href !== 'string' || !href.startsWith('/')) return [];
    return [{ href, line: frontMatter?.lineOf([field]) ?? 1 }];
  });
}

type Said = { message: string; fix: string; severity?: Severity };
type Site = { index: ContentIndex; rules: LinkRules };

function checkLink(href: string, entry: Entry, site: Site): Said | undefined {
  if (href.trim() === '') return { message: 'a link has no address', fix: 'write one in its brackets ( )' };
  const target = resolveLink(href, entry);
  if (!target) return undefined;
  const { pages, routes, people } = site.index;
  const { address } = target;
  if (entry.collection === 'people' && href.startsWith('#')) return undefined;
  if (address === contentCollections.people.base) return checkPerson(target, people);
  const page = pages.get(address);
  if (page && page.isHidden && !entry.isHidden) {
    const message = `the link ${href} leads to a page that is not published`;
    return { message, fix: `publish ${page.file}, or take the link out` };
  }
  if (page) return checkAnchor(target, page, { href, site });
  if (isRoute(address, routes)) return undefined;
  const moved = site.index.aliases.get(address);
  if (moved) return movedLink(href, moved);
  return deadLink(href, address, site.index);
}

function checkPerson({ anchor }: LinkTarget, people: ContentIndex['people']): Said | undefined {
  if (anchor === undefined || people.has(anchor)) return undefined;
  const meant = findClosest(anchor, people.keys());
  return {
    message: `there is nobody "${anchor}" in people`,
    fix: meant
      ? `did you mean /people#${meant}?`
      : 'use the file name of someone in people, such as /people#ines-calder',
  };
}

function checkAnchor(
  { anchor }: LinkTarget,
  page: Entry,
  { href, site }: { href: string; site: Site },
): Said | undefined {
  if (anchor === undefined || anchor === 'top') return undefined;
  const { anchors } = page.outline;
  const added = site.rules.layoutAnchors[page.collection] ?? [];
  if (anchors.has(anchor) || added.includes(anchor)) return undefined;
  // A page that cannot be read has headings that nobody knows yet.
  if (page.findings.some(({ severity }) => severity === 'fatal') && anchors.size === 0) return undefined;
  const meant = findClosest(anchor, [...anchors, ...added]);
  return {
    message: `the link ${href} names no heading of ${page.file}`,
    fix: meant
      ? `did you mean #${meant}?`
      : 'write the heading in lower case with hyphens, such as #field-work for "Field work", or leave # out',
  };
}

function movedLink(href: string, { address }: Entry): Said {
  return {
    message: `the link ${href} is a former address of ${address}`,
    fix: `write ${address}`,
    severity: 'warning',
  };
}

function deadLink(href: string, address: string, { pages, routes }: ContentIndex): Said {
  const message = `the link ${href} leads to no page`;
  if (/^(www\.|[\w-]+\.(org|com|net|gov|edu|uk|io)\b)/i.test(href)) {
    return { message, fix: `write https://${href} if it leaves this site` };
  }
  const last = address.slice(address.lastIndexOf('/'));
  const moved = [...pages.keys()].filter((known) => known.endsWith(last));
  const allowed = Math.max(1, Math.floor(last.length / 4));
  const meant = moved.length === 1 ? moved[0] : findClosest(address, [...pages.keys(), ...routes], allowed);
  return {
    message,
    fix: meant
      ? `did you mean ${meant}?`
      : 'write the address as the browser shows it, such as /courses/soil-science',
  };
}
