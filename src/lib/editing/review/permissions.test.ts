import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { StaffRole } from '#lib/auth/staff-types.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { newFilesOf, overlayOf } from '#lib/editing/draft-files.ts';
import { actions, approvalOf, partFor } from './permissions.ts';

const draft: Draft = {
  id: '1',
  path: 'pages/fees.mdx',
  movedFrom: null,
  basedOn: 'b',
  text: 'x',
  version: 2,
  changeSet: 's',
  savedAt: 1,
  savedBy: { email: 'bob@x.example', name: 'Bob' },
  authors: ['ann@x.example', 'bob@x.example'],
};

const set = { state: 'review', created_by: 'ann@x.example', submitted_by: 'bob@x.example' } as const;

const approval = (email: string, role: StaffRole, rule: 'reviewed' | 'own') =>
  approvalOf({ email, roles: [role] }, { set, drafts: [draft], rule });

test('allows approval by a reviewer who wrote none of the changes', () => {
  const roles = ['registrar', 'editor', 'reviewer', 'admin'] as const;

  expect(roles.map((role) => approval('cat@x.example', role, 'reviewed'))).toEqual([
    ...[undefined, undefined, 'other', 'other'],
  ]);
  expect(approval('cat@x.example', 'editor', 'own')).toBeUndefined();
});

test('lets authors approve their own changes only as admin, or if editors may publish their own', () => {
  const roles = ['registrar', 'editor', 'reviewer', 'admin'] as const;

  for (const author of ['ann@x.example', 'bob@x.example']) {
    expect(roles.map((role) => approval(author, role, 'reviewed'))).toEqual([
      ...[undefined, undefined, undefined, 'own'],
    ]);
    expect(roles.map((role) => approval(author, role, 'own'))).toEqual([undefined, 'own', 'own', 'own']);
  }
});

test('requires a review of what others wrote, even if editors may publish their own changes', () => {
  const others = { ...draft, path: 'pages/visit.mdx', authors: ['bob@x.example'] };
  const of = (role: StaffRole) =>
    approvalOf(
      { email: 'ann@x.example', roles: [role] },
      { set: { ...set, submitted_by: 'ann@x.example' }, drafts: [draft, others], rule: 'own' },
    );

  expect([of('editor'), of('reviewer'), of('admin')]).toEqual([undefined, 'own', 'own']);
});

test('moves new pictures with the only text that uses them', () => {
  const picture = (name: string) => ({ ...draft, path: `pages/${name}`, basedOn: null, text: 'data:' });
  const [pit, shared, other] = [picture('pit-1.jpg'), picture('both-2.png'), picture('other-3.png')];
  const text = { ...draft, text: '![Pit](./pit-1.jpg) ![Both](./both-2.png)' };
  const second = { ...draft, path: 'pages/visit.mdx', text: '![Both](./both-2.png)' };

  expect(newFilesOf(text, [text, second, pit, shared, other])).toEqual([pit]);
  expect(newFilesOf(text, [text, second, { ...pit, basedOn: 'b' }])).toEqual([]);
});

test('renders a moved entry only at its new path', () => {
  const moved = { ...draft, path: 'pages/prices.mdx', movedFrom: 'pages/fees.mdx' };

  expect(overlayOf([moved])).toEqual({ 'pages/fees.mdx': null, 'pages/prices.mdx': 'x' });
});

test('docs/editing-roles.md shows the same table as the code', () => {
  const rows = readFileSync('docs/editing-roles.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const states = ['editing', 'review', 'returned', 'scheduled', 'published'] as const;

  expect(rows[0]).toEqual(['action', ...states]);
  expect(rows.slice(2)).toEqual(
    actions.map((action) => [action, ...states.map((state) => partFor(action, state) ?? '–')]),
  );
});
