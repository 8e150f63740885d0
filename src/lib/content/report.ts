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
  const reported = problems.map(({ field, ...problem }) => ({
    ...problem,
    ...(field && { field: field.map(String) }),
  }));
  return { day, pages, problems: reported };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
