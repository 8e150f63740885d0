import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { StaffRole } from '#lib/auth/staff-types.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { newPicturesOf, overlayOf } from '#lib/editing/draft-files.ts';
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

test('someone who wrote none of it approves, with the role for it', () => {
  const roles = ['registrar', 'editor', 'reviewer', 'admin'] as const;

  expect(roles.map((role) => approval('cat@x.example', role, 'reviewed'))).toEqual([
    ...[undefined, undefined, 'other', 'other'],
  ]);
  expect(approval('cat@x.example', 'editor', 'own')).toBeUndefined();
});

test('everyone who saved a draft is its author: only an admin may approve it, unless editors may publish their own', () => {
  const roles = ['registrar', 'editor', 'reviewer', 'admin'] as const;

  for (const author of ['ann@x.example', 'bob@x.example']) {
    expect(roles.map((role) => approval(author, role, 'reviewed'))).toEqual([
      ...[undefined, undefined, undefined, 'own'],
    ]);
    expect(roles.map((role) => approval(author, role, 'own'))).toEqual([undefined, 'own', 'own', 'own']);
  }
});

test('editors who may publish their own changes need another person for what others wrote', () => {
  const others = { ...draft, path: 'pages/visit.mdx', authors: ['bob@x.example'] };
  const of = (role: StaffRole) =>
    approvalOf(
      { email: 'ann@x.example', roles: [role] },
      { set: { ...set, submitted_by: 'ann@x.example' }, drafts: [draft, others], rule: 'own' },
    );

  expect([of('editor'), of('reviewer'), of('admin')]).toEqual([undefined, 'own', 'own']);
});

test('new pictures go with the only text that names them', () => {
  const picture = (name: string) => ({ ...draft, path: `pages/${name}`, basedOn: null, text: 'data:' });
  const [pit, shared, other] = [picture('pit-1.jpg'), picture('both-2.png'), picture('other-3.png')];
  const text = { ...draft, text: '![Pit](./pit-1.jpg) ![Both](./both-2.png)' };
  const second = { ...draft, path: 'pages/visit.mdx', text: '![Both](./both-2.png)' };

  expect(newPicturesOf(text, [text, second, pit, shared, other])).toEqual([pit]);
  expect(newPicturesOf(text, [text, second, { ...pit, basedOn: 'b' }])).toEqual([]);
});

test('a moved entry is rendered at its new place only', () => {
  const moved = { ...draft, path: 'pages/prices.mdx', movedFrom: 'pages/fees.mdx' };

  expect(overlayOf([moved])).toEqual({ 'pages/fees.mdx': null, 'pages/prices.mdx': 'x' });
});

test('docs/editing-roles.md has the table of the code', () => {
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
