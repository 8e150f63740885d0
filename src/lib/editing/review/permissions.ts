import type { StaffMember } from '#lib/auth/staff-types.ts';
import type { ChangeSet } from '#lib/store/desk/editing-change-sets.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { ChangeSetState } from '#lib/store/desk-schema.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';

/**
 * The relation of a person to a change set. `editor`: anyone at the desk. `author`: created it, submitted it or saved
 * one of its drafts. `reviewer`: has that role, or may approve it. `approver`: may approve its current state.
 */
export type Part = 'editor' | 'author' | 'reviewer' | 'approver';

const open = { editing: 'editor', review: 'editor', returned: 'editor', scheduled: 'editor' } as const;

/** Who may do what with a change set, by its state. Handlers and buttons use it; docs/editing-roles.md shows it. */
export const permissions = {
  submit: { editing: 'editor', returned: 'editor' },
  publish: { editing: 'approver', returned: 'approver' },
  withdraw: { review: 'author' },
  return: { review: 'reviewer', scheduled: 'reviewer' },
  approve: { review: 'approver' },
  unschedule: { scheduled: 'reviewer' },
  reschedule: { scheduled: 'reviewer' },
  rename: { editing: 'editor', review: 'editor', returned: 'editor' },
  comment: open,
  discard: open,
  move: open,
  link: open,
  revoke: open,
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<ChangeSetState, Part>>>>>;

export type Action = keyof typeof permissions;

export const actions = Object.keys(permissions) as Action[];

/** The relation that allows an action in this state; undefined if nobody may do it. */
export function partFor(action: Action, state: ChangeSetState): Part | undefined {
  return (permissions[action] as Readonly<Partial<Record<ChangeSetState, Part>>>)[state];
}

type Member = Pick<StaffMember, 'email' | 'roles'>;

type Changes = {
  set: Pick<ChangeSet, 'state' | 'created_by' | 'submitted_by'>;
  drafts: readonly Pick<Draft, 'authors'>[];
  rule: EditingDesk['editorsPublish'];
};

/** Whether the person created or submitted the change set, or saved one of its drafts. */
export function isAuthor({ email }: Pick<Member, 'email'>, { set, drafts }: Omit<Changes, 'rule'>): boolean {
  const people = [set.created_by, set.submitted_by, ...drafts.flatMap(({ authors }) => authors)];
  return people.includes(email);
}

/** Whether a person may approve a change set. `own`: they wrote part of it, which the log records. */
export function approvalOf(member: Member, { set, drafts, rule }: Changes): 'other' | 'own' | undefined {
  const has = (role: StaffMember['roles'][number]) => member.roles.includes(role);
  const wrote = ({ authors }: Pick<Draft, 'authors'>) => authors.includes(member.email);
  // Without a review, the person who publishes counts as the one who submits.
  const submittedBy = set.state === 'review' ? set.submitted_by : member.email;
  if (submittedBy !== member.email && !drafts.some(wrote)) {
    return has('admin') || has('reviewer') ? 'other' : undefined;
  }
  const mayPublishOwn = rule === 'own' && (has('reviewer') || (has('editor') && drafts.every(wrote)));
  return has('admin') || mayPublishOwn ? 'own' : undefined;
}

/** The relations of a person at the desk to a change set. */
export function partsOf(member: Member, changes: Changes): ReadonlySet<Part> {
  const isApprover = approvalOf(member, changes) !== undefined;
  const isReviewer = isApprover || member.roles.includes('admin') || member.roles.includes('reviewer');
  return new Set<Part>([
    'editor',
    ...(isAuthor(member, changes) ? (['author'] as const) : []),
    ...(isReviewer ? (['reviewer'] as const) : []),
    ...(isApprover ? (['approver'] as const) : []),
  ]);
}

/** What a person may do with a change set in its current state. */
export function allowedActions(member: Member, changes: Changes): ReadonlySet<Action> {
  const parts = partsOf(member, changes);
  return new Set(
    actions.filter((action) => {
      const part = partFor(action, changes.set.state);
      return part !== undefined && parts.has(part);
    }),
  );
}
