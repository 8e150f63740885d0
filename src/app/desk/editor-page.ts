import { z } from 'zod';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { collectionNames, contentCollections, type CollectionName } from '#lib/content/collections.ts';
import { listComponents } from '#lib/content/components.ts';
import type { ContentReport } from '#lib/content/report-file.ts';
import { dayIn } from '#lib/content/terms.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import type { ChangeSetState } from '#lib/store/desk-schema.ts';
import type { Comment } from '#lib/store/desk/editing-notes.ts';
import { describeFile } from '#lib/editing/front-matter/describe-fields.ts';
import {
  noEntry,
  openEntry,
  requireEditable,
  requireTextLength,
  textOfBlob,
  type DraftPage,
  type OpenedEntry,
} from '#lib/editing/desk.ts';
import { saveDraft } from '#lib/editing/save-draft.ts';
import { maxTextLength } from '#lib/content/front-matter.ts';
import { textTooLong } from '#lib/editing/text-size.ts';
import type { Choice, EditorChoices, EditorSetUp, ProblemsElsewhere } from '#lib/editing/editor-types.ts';
import { titleOf } from '#lib/editing/entry-title.ts';
import { fieldId, placeLabel } from '#lib/editing/problem-address.ts';
import { detailAt } from '#lib/editing/review/entry-diff.ts';
import type { DetailNames } from '#lib/editing/review/detail-words.ts';
import { mergeTexts } from '#lib/editing/merge.ts';
import { yamlFileOf } from '#lib/editing/yaml-files.ts';
import { overlayOf } from '#lib/editing/draft-files.ts';
import type { DeskServices } from './require-desk.ts';

/** Warnings about what a save does to the entry's change set, by its state. */
export const editWarnings: Readonly<Partial<Record<ChangeSetState, string>>> = {
  review: 'This is in review. If you change it, it must be submitted again.',
  scheduled: 'This is approved. If you change it, it must be submitted and approved again.',
};

type Entry = { file: string; form: FormData | undefined; member: StaffMember };

/** Data for the editor's page. If a form was not saved because of a conflict, its text is merged with the server's. */
export async function loadEditor(services: DeskServices, { file, form, member }: Entry) {
  const entry = await openEntry(services.desk, requireEditable(file, member));
  if (!entry) throw noEntry(file);
  services.desk.rendering.warmUp();
  const sent = form && readForm(form);
  const sentText = sent && sent.text !== entry.text ? sent : undefined;
  const merged = sentText && (await mergeForm(services, { entry, sent: sentText }));
  const comments = entry.changeSet ? await services.desk.comments.list(entry.changeSet.id) : [];
  const setUp = setUpEditor(file, entry, services.site.siteUrl);
  return {
    entry,
    version: entry.version,
    isMerged: merged !== undefined,
    comments: comments.filter(({ path }) => path === file).map((comment) => placeComment(comment, entry)),
    title: titleOf(entry.text, file),
    basedOn: merged?.basedOn ?? entry.basedOn,
    text: merged?.text ?? entry.text,
    /** JSON for a script element. */
    setUp: JSON.stringify(setUp).replaceAll('<', String.raw`\u003C`),
  };
}

/** Names the detail or the line that a comment is about, and links to it in the editor. */
function placeComment({ by_name: name, by_email: email, line, quote, text }: Comment, entry: OpenedEntry) {
  const about = { by: name || email, quote, text };
  if (line === null) return { ...about, place: undefined };
  const detail = detailAt(entry, line);
  const field = detail === undefined ? [] : [detail];
  const address = detail === undefined ? `#line-${line}` : `#${fieldId(field)}`;
  return { ...about, place: { label: placeLabel({ line, field }), address } };
}

type FormSave = { file: string; form: FormData; member: StaffMember };

/** Saves the form of a browser without scripts. Undefined if the text must be merged first. */
export async function saveFromForm(
  { desk }: DeskServices,
  { file, form, member }: FormSave,
): Promise<string | undefined> {
  const { email, name } = member;
  requireEditable(file, member);
  const result = await saveDraft(desk, { ...readForm(form), file }, { who: { email, name } });
  return 'saved' in result ? `/staff/content/edit?${new URLSearchParams({ file })}` : undefined;
}

/**
 * Restores the line ends of the file: browsers send CRLF, which readStaffForm converts to LF.
 * @throws ApiError PAYLOAD_TOO_LARGE
 */
export function readForm(form: FormData) {
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const isCrlf = read('eol') === 'crlf';
  const text = isCrlf ? read('text').replaceAll('\n', '\r\n') : read('text');
  return {
    file: read('file'),
    version: Number(read('version')) || 0,
    basedOn: read('basedOn') || null,
    text: requireTextLength(text),
  };
}

type Sent = { entry: OpenedEntry; sent: ReturnType<typeof readForm> };

/** Merges the form with the text that was saved or published in the meantime. */
async function mergeForm({ desk: { repository } }: DeskServices, { entry, sent }: Sent) {
  if (!repository) return undefined;
  const published = await repository.read(entry.draft?.movedFrom ?? entry.file);
  const basedOn = published?.blob ?? null;
  const base = await textOfBlob(repository, sent.basedOn);
  const isOutdated = basedOn !== sent.basedOn && sent.version === entry.version;
  const theirs = isOutdated ? (published?.content.toString('utf8') ?? '') : entry.text;
  return { basedOn, text: mergeTexts({ base, mine: sent.text, theirs }).text };
}

/** Data for the editor's script, embedded in the page. */
function setUpEditor(file: string, { isReadOnly }: OpenedEntry, siteUrl: string): EditorSetUp {
  const { origin } = new URL(siteUrl);
  const components = yamlFileOf(file) ? [] : listComponents();
  return { file, isReadOnly, origin, fields: describeFile(file), components };
}

/** The pages to link to, and the choices for fields that refer to other entries. */
export async function listChoices(
  { site: { publication }, desk }: DeskServices,
  now = new Date(),
): Promise<EditorChoices> {
  const [report, drafts] = await Promise.all([publication.readContentReport(), desk.drafts.listAll()]);
  const pages = (report?.pages ?? []).map(({ title, address, collection }) => ({
    title,
    address,
    kind: contentCollections[collection].labels.singular,
  }));
  const drafted = drafts.filter(({ path, text }) => text !== null && !isReported(report, path));
  const codes = publication.entries('courses').map(({ data }) => ({
    value: String(data['code']),
    label: String(data['title']),
  }));
  const today = dayIn(institute().timeZone, now);
  const terms = listTerms(institute().terms, today);
  const oneTerm = terms.map(({ id, title }) => ({ value: id, label: title }));
  return {
    pages: [...listPages, ...pages],
    references: {
      course: codes,
      program: idsOf('programs', report, drafted),
      person: idsOf('people', report, drafted),
      subject: toChoices(institute().subjects),
      level: toChoices(institute().levels),
      term: [
        ...[...new Set(terms.map(({ season }) => season))].map((season) => ({
          value: season,
          label: `Every ${season}`,
        })),
        ...oneTerm,
      ],
      'one-term': oneTerm,
    },
    options: { ...institute().modes, ...institute().awards },
  };
}

const listPages = collectionNames.flatMap((name) => {
  const { base, labels } = contentCollections[name];
  return base === '' ? [] : [{ title: labels.plural, address: base, kind: 'List' }];
});

const isReported = (report: ContentReport | undefined, path: string) =>
  report?.pages.some(({ file }) => file.endsWith(`/${path}`)) ?? false;

function idsOf(
  name: CollectionName,
  report: ContentReport | undefined,
  drafts: readonly { path: string; text: string | null }[],
) {
  const published = (report?.pages ?? [])
    .filter(({ collection }) => collection === name)
    .map(({ file, title }) => ({ value: idOf(file), label: title }));
  const drafted = drafts.filter(({ path }) => path.startsWith(`${name}/`));
  return [
    ...published,
    ...drafted.map(({ path, text }) => ({
      value: idOf(path),
      label: `${titleOf(text ?? '', path)} (draft)`,
    })),
  ];
}

function idOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.mdx?$/, '');
}

function toChoices(names: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

/** The names by which reviewers read the values of details. */
export async function readDetailNames(services: DeskServices): Promise<DetailNames> {
  const { references, options } = await listChoices(services);
  return { references, options, timeZone: institute().timeZone };
}

/** The body of `POST /staff/content/render` and `.../elsewhere`. */
export const editedTextSchema = z.object({
  file: z.string().max(200),
  text: z.string().max(maxTextLength, `${textTooLong.message} ${textTooLong.resolution}`),
});

type EditedText = z.output<typeof editedTextSchema>;

/** Renders the text in the editor, together with the other drafts of its change set. */
export async function renderInEditor(services: DeskServices, { file, text }: EditedText): Promise<DraftPage> {
  return services.desk.rendering.render({
    file,
    overlay: await overlayInEditor(services, { file, text }),
    // Settings have no page of their own, so most of the page that shows them is not in this text.
    checksAccessibility: !yamlFileOf(file),
  });
}

/** Finds the problems that the text in the editor causes in other files. */
export async function findElsewhereInEditor(
  services: DeskServices,
  edited: EditedText,
): Promise<ProblemsElsewhere> {
  const overlay = await overlayInEditor(services, edited);
  const { elsewhere } = await services.desk.rendering.render({ overlay, checksElsewhere: true });
  return { problems: elsewhere };
}

async function overlayInEditor({ desk }: DeskServices, { file, text }: EditedText) {
  const own = await desk.drafts.find(file);
  const others = own ? await desk.drafts.list(own.changeSet) : [];
  return { ...overlayOf(others), [file]: text };
}
