import type { CheckedContent } from './check.ts';
import { asDay, type Entry } from './checking/entry.ts';
import type { ContentReport } from './report-file.ts';
import type { Day } from './terms.ts';

/** What there is and what `check:content` finds, for those who look after it. */
export function makeContentReport({ problems, entries }: CheckedContent, day: Day): ContentReport {
  return {
    day,
    pages: entries.map((entry) => ({
      title: titleOf(entry),
      address: entry.address,
      file: entry.file,
      collection: entry.collection,
      updated: asDay(entry.frontMatter?.data['updated']) ?? asDay(entry.frontMatter?.data['date']) ?? null,
      reviewBy: asDay(entry.frontMatter?.data['reviewBy']) ?? null,
      owner: ownerOf(entry),
      isHidden: entry.isHidden,
    })),
    problems: problems.map(({ file, line, message, fix, severity }) => ({
      file,
      line,
      message,
      fix,
      severity,
    })),
  };
}

function ownerOf({ frontMatter }: Entry): string | null {
  const owner: unknown = frontMatter?.data['owner'];
  return typeof owner === 'string' ? owner : null;
}

function titleOf({ frontMatter, name }: Entry): string {
  const title: unknown = frontMatter?.data['title'] ?? frontMatter?.data['name'];
  return typeof title === 'string' ? title : name;
}
