import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalAddress, decodeAddress } from '#lib/content/links.ts';
import { findClosest } from './closest-match.ts';
import { isRoute } from '#lib/content/taken-addresses.ts';
import type { ContentIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import type { Image, Outline } from './outline.ts';
import { checkFormat } from './picture-problems.ts';
import type { Finding } from './problem.ts';

/** Reports headings that skip a level, or have the level of the title. */
export function findHeadingProblems({ headings }: Outline): Finding[] {
  return headings.flatMap(({ depth, text, line }, index): Finding[] => {
    const above = headings[index - 1]?.depth ?? 1;
    const marks = '#'.repeat(above);
    if (depth > 1 && depth <= above + 1) return [];
    return [
      depth === 1
        ? {
            line,
            message: `the heading "${text}" is a second title of the page`,
            fix: 'start it with ##, because the title is in the front matter',
            severity: 'error',
          }
        : {
            line,
            message: `the heading "${text}" skips a level (${'#'.repeat(depth)} below ${above === 1 ? 'the title' : marks})`,
            fix: `start it with ${marks}#`,
            severity: 'error',
          },
    ];
  });
}

/** Reports images that do not exist, cannot be shown, or have no alternative text. */
export function findImageProblems(entry: Entry, index: ContentIndex): Finding[] {
  return entry.outline.images.flatMap((image) => [
    ...findFileProblem(image, entry, index),
    ...(image.alt?.trim() ? [] : [missingAlt(image)]),
  ]);
}

function findFileProblem(image: Image, entry: Entry, { routes, hasFile }: ContentIndex): Finding[] {
  const { src, line } = image;
  if (src === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(src)) return [];
  const address = decodeAddress(src.replace(/[?#].*$/s, ''));
  if (address.startsWith('/')) return isRoute(address, routes) ? [] : [missingImage(image, entry)];
  const path = join(dirname(entry.path), address);
  if (!hasFile(path)) return [missingImage(image, entry)];
  // The image of a draft may not be on the disk yet.
  const problem = existsSync(path) ? checkFormat(path, src) : undefined;
  return problem ? [{ line, ...problem }] : [];
}

function missingImage({ src, kind, line }: Image, entry: Entry): Finding {
  const isPublic = src.startsWith('/');
  const meant = isPublic ? undefined : closestFile(src, entry);
  const fix = isPublic
    ? `put the file at public${canonicalAddress(src)}, or beside the text and write ./${src.split('/').at(-1)}`
    : 'put the file there, or correct its name; the path starts in the folder of this text';
  return {
    line,
    message: `there is no image ${src}`,
    fix: meant ? `did you mean ${meant}?` : fix,
    // The build optimises images with relative paths. In the handbook it tolerates missing images.
    severity: kind === 'tag' || isPublic || entry.collection === 'handbook' ? 'error' : 'fatal',
  };
}

/** The file with the most similar name in the folder of the image. */
function closestFile(src: string, entry: Entry): string | undefined {
  const path = decodeAddress(src);
  const folder = join(dirname(entry.path), dirname(path));
  if (!existsSync(folder)) return undefined;
  const meant = findClosest(basename(path), readdirSync(folder));
  return meant && src.slice(0, src.length - basename(src).length) + meant;
}

function missingAlt({ kind, line, src }: Image): Finding {
  return {
    line,
    message: `the image ${src} has no description for people who cannot see it`,
    fix: `say what it shows: ${kind === 'markdown' ? `![what it shows](${src})` : 'alt="what it shows"'}`,
    severity: 'error',
  };
}
