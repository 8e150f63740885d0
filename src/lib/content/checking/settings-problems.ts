import { dirname } from 'node:path';
import {
  definitionOfSettings,
  toEditorSettings,
  type EditorSettings,
  type SettingsName,
} from '#lib/content/editor-settings.ts';
import { momentOf } from '#lib/content/local-time.ts';
import { endOfNotice } from '#lib/content/notice.ts';
import type { Clock } from '#lib/content/terms.ts';
import { linksOf } from '#lib/content/inline-markdown.ts';
import type { ContentIndex } from './content-index.ts';
import { checkLink } from './link-problems.ts';
import { checkPictureFile } from './picture-problems.ts';
import { findSkippedTimes } from './schedule-problems.ts';
import { placeOf, type ContentProblem, type Finding } from './problem.ts';
import type { SettingsFile } from './settings-file.ts';
import { valuesAt } from './values-at.ts';

type SettingsCheck = { index: ContentIndex; clock: Clock };

/** Reports errors in settings files, dead links in them, and a notice with wrong days. */
export function findSettingsProblems(
  files: readonly SettingsFile[],
  { index, clock }: SettingsCheck,
): ContentProblem[] {
  return files.flatMap((settings) =>
    [
      ...settings.findings,
      ...findDeadLinks(settings, index),
      ...findPictureProblems(settings, index),
      ...(settings.name === 'notice' ? findNoticeProblems(settings, clock) : []),
    ].map((finding) => ({ file: settings.file, ...finding })),
  );
}

/** The settings of the valid files. Invalid and missing files get their defaults. */
export function settingsOf(files: readonly SettingsFile[]): EditorSettings {
  return toEditorSettings(
    files.flatMap(({ name, data }) => (name !== undefined && data ? [{ id: name, data }] : [])),
  );
}

function findDeadLinks({ name, fields }: SettingsFile, index: ContentIndex): Finding[] {
  if (name === undefined || !fields) return [];
  const { links = [], sentences = [] } = definitionOfSettings(name);
  const find = (patterns: readonly string[], linksIn: (text: string) => readonly string[]) =>
    patterns.flatMap((pattern) =>
      valuesAt(fields.data, pattern.split('.')).flatMap(({ value, path }) =>
        (typeof value === 'string' ? linksIn(value) : []).flatMap((href): Finding[] => {
          const problem = checkLink(href, fromSettings(name), index);
          return problem ? [{ ...placeOf(fields, path), severity: 'error', ...problem }] : [];
        }),
      ),
    );
  return [...find(links, (text) => [text]), ...find(sentences, linksOf)];
}

/** Reports a picture of the home page whose file is missing or not a picture. */
function findPictureProblems(
  { name, file, fields, data }: SettingsFile,
  { hasFile }: ContentIndex,
): Finding[] {
  if (name !== 'home' || !fields || !data) return [];
  const { picture } = toEditorSettings([{ id: name, data }]).home;
  const problem = picture && checkPictureFile(dirname(file), picture.file, hasFile);
  return problem ? [{ ...placeOf(fields, ['picture', 'file']), severity: 'error', ...problem }] : [];
}

/** The source of links in settings, which are always visible. */
const fromSettings = (name: SettingsName) => ({ collection: 'pages', name, hidden: undefined }) as const;

function findNoticeProblems({ fields, data }: SettingsFile, { now, timeZone }: Clock): Finding[] {
  const { notice } = data ? toEditorSettings([{ id: 'notice', data }]) : {};
  const end = notice && endOfNotice(notice, timeZone);
  if (!fields) return [];
  const skipped = findSkippedTimes(fields, ['from', 'until'], timeZone);
  if (!end || skipped.length > 0) return skipped;
  const place = placeOf(fields, ['until']);
  const start = momentOf(notice.from, timeZone);
  if (start !== undefined && end <= start) {
    const message = 'the notice ends before it starts, so readers never see it';
    return [{ ...place, message, fix: 'change "from" or "until"', severity: 'error' }];
  }
  if (end > now) return [];
  const message = 'the time in "until" has passed, so readers no longer see the notice';
  return [{ ...place, message, fix: 'empty the file, or write a later day', severity: 'warning' }];
}
