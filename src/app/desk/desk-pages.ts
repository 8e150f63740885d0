import { institute } from '#lib/content/current-institute.ts';
import { dayIn } from '#lib/content/terms.ts';
import { canHave } from '#lib/editing/desk.ts';
import { listAllEntries, type ListedEntry } from '#lib/editing/entry-list.ts';
import { addressAfter } from '#lib/staff/message.ts';
import type { proposeFrom } from '#lib/content/propose-values.ts';
import { momentOf } from '#lib/content/local-time.ts';
import { pathInContent } from '#app/publication.ts';
import type { DeskServices } from './require-desk.ts';

/** All entries that the desk can open, from the last publication and the drafts. */
export async function readEntries({ desk, site: { publication } }: DeskServices): Promise<ListedEntry[]> {
  const [report, drafts, changeSets] = await Promise.all([
    publication.readContentReport(),
    desk.drafts.listAll(),
    desk.changeSets.list(['editing', 'review', 'returned', 'scheduled']),
  ]);
  const pathOf = (file: string) => pathInContent({ publication }, file);
  const facts = await desk.readDraftFacts(drafts);
  const entries = listAllEntries({ report, drafts, changeSets, facts, pathOf });
  return entries.filter(({ file }) => canHave(desk, file));
}

/** Values from the published content, which templates suggest. */
export function knownContent({ site: { publication } }: DeskServices, entries: readonly ListedEntry[]) {
  const courses = publication.entries('courses').map(({ data }) => ({
    code: String(data['code']),
    credits: Number(data['credits']),
    level: Number(data['level']),
    subject: String(data['subject']),
    isDraft: false,
  }));
  const person = entries.find(({ collection, isLive }) => collection === 'people' && isLive);
  return {
    courses,
    institute: institute(),
    today: dayIn(institute().timeZone, new Date()),
    person: person?.file.replace(/^people\/|\.mdx?$/g, ''),
  } satisfies Parameters<typeof proposeFrom>[1];
}

/** The address of a page with a confirmation: the last log entry about the subject. */
export async function confirmed({ staff }: DeskServices, path: string, about: string): Promise<string> {
  const last = (await staff.log.about(about)).at(-1);
  return last ? addressAfter(path, last.id) : path;
}

/** Converts a local time of the institute, such as `2027-01-11T09:00`, to UTC milliseconds. */
export function toMoment(text: string): number | undefined {
  return momentOf(text, institute().timeZone)?.getTime();
}

export const editAddress = (file: string) => `/staff/content/edit?file=${encodeURIComponent(file)}`;
export const entryAddress = (file: string) => `/staff/content/history?file=${encodeURIComponent(file)}`;
export const changesAddress = (id: string) => `/staff/content/changes/${id}`;

/** Lets a staff page show pages of this site in frames. */
export async function allowFrames(response: { headers: Headers }, { requests }: DeskServices): Promise<void> {
  for (const [name, value] of await requests.pageHeaders('directory')) {
    if (name === 'Content-Security-Policy') response.headers.set(name, `${value}; frame-src 'self'`);
  }
}
