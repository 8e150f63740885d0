import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalAddress } from '#lib/content/links.ts';
import { isRoute, type ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Finding, Severity } from './problem.ts';
import { findClosest } from './closest-match.ts';
import type { Image, Outline } from './outline.ts';

/** Headings that leave out a level, or stand above the page's own. */
export function findHeadingProblems({ headings }: Outline): Finding[] {
  let above = 1;
  return headings.flatMap(({ depth, text, line, column }): Finding[] => {
    const allowed = above + 1;
    above = depth;
    const spot = { line, column, severity: 'error' as const };
    if (depth === 1) {
      const message = `the heading "${text}" is a second title of the page`;
      return [
        { ...spot, message, fix: `begin it with ##, since the title in the front matter is the first` },
      ];
    }
    if (depth <= allowed) return [];
    const message = `the heading "${text}" leaves out a level, ${'#'.repeat(depth)} below ${allowed === 2 ? 'the title' : '#'.repeat(allowed - 1)}`;
    return [{ ...spot, message, fix: `begin it with ${'#'.repeat(allowed)}` }];
  });
}

/** Pictures without words for those who do not see them, and pictures that are not there. */
export function findImageProblems(entry: Entry, { routes }: ContentIndex, handbook: Severity): Finding[] {
  return entry.outline.images.flatMap((image) => {
    const absent =
      image.src === '' || isThere(image.src, entry, routes) ? [] : [missing(image, entry, handbook)];
    return image.alt?.trim() ? absent : [...absent, withoutWords(image, entry, handbook)];
  });
}

function isThere(src: string, entry: Entry, routes: ContentIndex['routes']): boolean {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(src)) return true;
  const path = decoded(src.replace(/[?#].*$/s, ''));
  if (path.startsWith('/')) return isRoute(path, routes);
  return existsSync(join(dirname(entry.path), path));
}

function missing({ src, kind, line, column }: Image, entry: Entry, handbook: Severity): Finding {
  // The build gives pictures beside the text to the image service, which stops when there are none.
  const isBuilt = kind !== 'tag' && !src.startsWith('/');
  const severity = isBuilt ? 'fatal' : 'error';
  const meant = src.startsWith('/') ? undefined : nearestFile(src, entry);
  return {
    line,
    column,
    message: `there is no image ${src}`,
    fix: src.startsWith('/')
      ? `put the file at public${canonicalAddress(src)}, or beside the text and write ./${src.split('/').at(-1)}`
      : meant
        ? `did you mean ${meant}?`
        : `put the file there, or fix its name; it is looked for from the folder of this text`,
    severity: entry.collection === 'handbook' ? handbook : severity,
  };
}

/** A file of nearly this name in the folder that the image is looked for in. */
function nearestFile(src: string, entry: Entry): string | undefined {
  const path = decoded(src);
  const folder = join(dirname(entry.path), dirname(path));
  if (!existsSync(folder)) return undefined;
  const meant = findClosest(basename(path), readdirSync(folder));
  return meant && src.slice(0, src.length - basename(src).length) + meant;
}

function withoutWords({ kind, line, column, src }: Image, entry: Entry, handbook: Severity): Finding {
  const how = kind === 'markdown' ? `![what it shows](${src})` : 'alt="what it shows"';
  return {
    line,
    column,
    message: `the image ${src} has no words for those who do not see it`,
    fix: `say what it shows: ${how}`,
    severity: entry.collection === 'handbook' ? handbook : 'error',
  };
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
