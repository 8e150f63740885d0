import { ApiError } from '#lib/http/api-error.ts';
import type { ChangeSet, SeenDrafts } from '#lib/store/editing-change-sets.ts';
import type { Draft } from '#lib/store/editing-drafts.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { findObstacle } from './check-drafts.ts';
import { requireRepository, type Desk } from './desk.ts';
import { newPicturesOf } from './draft-files.ts';

const maxSentence = 500;
const maxComment = 2_000;
/** A year. */
const maxWait = 366 * 24 * 60 * 60 * 1000;

/** Whether a person may approve changes; `own` if they wrote some of them, which the log then says. */
export function approvalOf(
  member: Pick<StaffMember, 'email' | 'roles'>,
  {
    drafts,
    submittedBy,
    rule,
  }: { drafts: readonly Draft[]; submittedBy: string | null; rule: Desk['editorsPublish'] },
): 'other' | 'own' | undefined {
  const has = (role: StaffMember['roles'][number]) => member.roles.includes(role);
  const isOwn = submittedBy === member.email || drafts.some(({ authors }) => authors.includes(member.email));
  if (!isOwn) return has('admin') || has('reviewer') ? 'other' : undefined;
  const wroteAll = drafts.every(({ authors }) => authors.includes(member.email));
  const mayPublishOwn = rule === 'own' && (has('reviewer') || (has('editor') && wroteAll));
  return has('admin') || mayPublishOwn ? 'own' : undefined;
}

/** The drafts as a form sends them back, so that a decision is for exactly what was seen. */
export function writeSeen(drafts: readonly Draft[]): string {
  return drafts.map(({ path, version }) => `${version} ${path}`).join('\n');
}

function readSeen(text: string): SeenDrafts {
  return text.split('\n').flatMap((line) => {
    const [, version = '', path = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
    return path === '' ? [] : [{ path, version: Number(version) }];
  });
}

type ActOptions = {
  id: string;
  member: StaffMember;
  /** The moment that a day and time of the form is, in the institute's time zone. */
  toMoment: (text: string) => number | undefined;
  now?: number;
};

/**
 * Carries out a button of a change set's page. Returns the file of a comment, to go on there.
 * @throws ApiError INVALID_REQUEST if it is not possible, FORBIDDEN, STORE_UNAVAILABLE
 */
export async function actOnChangeSet(form: FormData, desk: Desk, options: ActOptions): Promise<void> {
  const { id, member, now = Date.now() } = options;
  requireRepository(desk);
  const { changeSets, comments, drafts, previewLinks } = desk;
  const doer = { who: { email: member.email, name: member.name }, now };
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    rename: () => changeSets.rename(id, required(field('title'), 'Enter a title.', 100), doer),
    submit: () => changeSets.submit(id, requireSentence(field('sentence')), doer),
    withdraw: () => changeSets.withdraw(id, doer),
    return: () => changeSets.return(id, required(field('decision'), 'Say what to change.', maxComment), doer),
    approve: () => approve(form, desk, options),
    publish: () => approve(form, desk, options, requireSentence(field('sentence'))),
    comment: async () => {
      const line = Number(field('line')) || null;
      const text = required(field('text'), 'Write the comment.', maxComment);
      const path = field('file');
      const draft = (await drafts.list(id)).find((each) => each.path === path);
      if (!draft) throw changed();
      const quote = line === null ? '' : (draft.text?.split('\n')[line - 1] ?? '').slice(0, 200);
      return comments.add(id, { path, line, quote, text }, doer);
    },
    discard: async () => {
      const [draft, ...pictures] = await withPictures(desk, id, field('file'));
      const seen = { ...draft, version: Number(field('version')) };
      return drafts.discard([seen, ...pictures], { who: member.email, now });
    },
    move: async () => {
      const moved = await withPictures(desk, id, field('file'));
      return drafts.moveTo(moved, { changeSet: field('set'), who: member.email, now });
    },
    revoke: () => previewLinks.revoke(field('link'), doer),
  };
  const action = actions[field('action')];
  if (!action) throw refused('This action is not available.', 'Use one of the buttons on the page.');
  if ((await action()) === false) throw changed();
}

/** A draft of a set, and the new pictures that go with it. @throws ApiError INVALID_REQUEST if it is gone */
async function withPictures({ drafts }: Desk, set: string, path: string): Promise<[Draft, ...Draft[]]> {
  const all = await drafts.list(set);
  const draft = all.find((each) => each.path === path);
  if (!draft) throw changed();
  return [draft, ...newPicturesOf(draft, all)];
}

async function approve(
  form: FormData,
  desk: Desk,
  { id, member, toMoment, now = Date.now() }: ActOptions,
  sentence?: string,
): Promise<boolean> {
  const set = await desk.changeSets.find(id);
  const drafts = await desk.drafts.list(id);
  if (!set || drafts.length === 0) throw changed();
  const approval = approvalOf(member, {
    ...{ drafts, rule: desk.editorsPublish },
    submittedBy: set.state === 'review' ? set.submitted_by : member.email,
  });
  if (approval === undefined) {
    throw new ApiError('FORBIDDEN', {
      message: 'Another person has to approve these changes.',
      resolution: 'Ask a reviewer. The change stays submitted until then.',
    });
  }
  const obstacle = await findObstacle(desk, drafts);
  if (obstacle) throw new ApiError('INVALID_REQUEST', obstacle);
  const seen = form.get('seen');
  const isDone = await desk.changeSets.approve(
    id,
    {
      ...{ publishAt: readPublishAt(form, { toMoment, now }), isOwn: approval === 'own', sentence },
      seen: readSeen(typeof seen === 'string' ? seen : ''),
    },
    { who: { email: member.email, name: member.name }, now },
  );
  if (isDone) desk.wakePublisher();
  return isDone;
}

function readPublishAt(
  form: FormData,
  { toMoment, now }: { toMoment: ActOptions['toMoment']; now: number },
): number {
  const at = form.get('at');
  if (form.get('when') !== 'later' || typeof at !== 'string') return now;
  const moment = toMoment(at);
  if (moment === undefined || moment > now + maxWait) {
    throw refused('Enter the day and time of publication.', 'Use a time within a year from now.');
  }
  if (moment < now) {
    throw refused('The time of publication has passed.', 'Enter a later time, or choose “Now”.');
  }
  return moment;
}

/** The states in which people work on a set. */
export function isOpen({ state }: Pick<ChangeSet, 'state'>): boolean {
  return state !== 'published';
}

function requireSentence(text: string): string {
  return required(text.replaceAll(/\s+/g, ' '), 'Say in a sentence what you changed and why.', maxSentence);
}

function required(text: string, message: string, maxLength: number): string {
  if (text !== '' && text.length <= maxLength) return text;
  throw refused(
    text === '' ? message : `The text is longer than ${maxLength} characters.`,
    'Correct it and try again.',
  );
}

function changed(): ApiError {
  return refused(
    'Someone else has changed this since you opened the page.',
    'Look at what it is now, and decide again.',
  );
}

function refused(message: string, resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message, resolution });
}
