import { expect, test } from 'vitest';
import type { StaffRole } from '#lib/auth/staff-types.ts';
import type { Draft } from '#lib/store/editing-drafts.ts';
import { approvalOf, overlayOf } from './review.ts';

const draft: Draft = {
  ...{ id: '1', path: 'pages/fees.mdx', movedFrom: null, basedOn: 'b', text: 'x', version: 2 },
  ...{ changeSet: 's', savedAt: 1, savedBy: { email: 'bob@x.example', name: 'Bob' } },
  authors: ['ann@x.example', 'bob@x.example'],
};

const approval = (email: string, role: StaffRole, rule: 'reviewed' | 'own') =>
  approvalOf({ email, roles: [role] }, { drafts: [draft], submittedBy: 'bob@x.example', rule });

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

test('a moved entry is rendered at its new place only', () => {
  const moved = { ...draft, path: 'pages/prices.mdx', movedFrom: 'pages/fees.mdx' };

  expect(overlayOf([moved])).toEqual({ 'pages/fees.mdx': null, 'pages/prices.mdx': 'x' });
});
