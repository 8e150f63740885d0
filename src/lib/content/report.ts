import type { CheckedContent } from './check.ts';
import { asDay } from './checking/entry.ts';
import type { ContentReport, ReportedPage } from './report-file.ts';
import type { Day } from './terms.ts';

export function makeContentReport({ problems, entries }: CheckedContent, day: Day): ContentReport {
  const pages = entries.map(({ frontMatter, name, address, file, collection, hidden }): ReportedPage => {
    const { title, name: person, owner, updated, date, reviewBy } = frontMatter?.data ?? {};
    return {
      title: asText(title) ?? asText(person) ?? name,
      address,
      file,
      collection,
      updated: asDay(updated) ?? asDay(date) ?? null,
      reviewBy: asDay(reviewBy) ?? null,
      owner: asText(owner) ?? null,
      hidden: hidden?.reason ?? null,
    };
  });
  // An older release reads this file after a rollback, and knows no other properties.
  const reported = problems.map(({ file, line, message, fix, severity }) => ({
    file,
    line,
    message,
    fix,
    severity,
  }));
  return { day, pages, problems: reported };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
