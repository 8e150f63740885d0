import { expect, test } from 'vitest';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { createReviewLetter } from './desk-letters.ts';

const facts = {
  id: '7',
  title: 'New\nfees',
  by: 'Bob',
  text: '',
  comments: [],
  publishAt: null,
  to: { email: 'ann@larkmoor.example', name: 'Ann' },
};
const createLetter = createReviewLetter(() => letterSettings);

test('the email about returned changes has the message, the comments, the changes and a way to turn it off', () => {
  const comment = {
    path: 'pages/fees.mdx',
    quote: 'Fees rise.',
    text: 'Whose <fees>?',
    by_email: 'c@d.example',
  };
  const comments = [
    { ...comment, by_name: 'Cleo' },
    { ...comment, quote: '', by_name: '' },
  ];

  const { subject, text, html, to } = createLetter({
    ...facts,
    event: 'returned',
    text: 'Say why.',
    comments,
  });

  expect([subject, to.address]).toEqual(['Returned to you: New fees', 'ann@larkmoor.example']);
  for (const part of [
    'Bob returned “New fees” with this message:\n\nSay why.',
    'Cleo about pages/fees.mdx, “Fees rise.”:\nWhose <fees>?\n\nc@d.example about pages/fees.mdx:\nWhose <fees>?',
    'https://larkmoor.example/staff/content/changes/7\n',
    'https://larkmoor.example/staff/content/changes#emails\n',
  ])
    expect(text).toContain(part);
  expect(html).toContain('Whose &lt;fees&gt;?');
});

test.each([
  ['submitted', 'Please review: New fees', 'Bob submitted “New fees” for review:'],
  ['approved', 'Approved: New fees', 'Bob approved “New fees”.'],
  ['scheduled', 'Approved and scheduled: New fees', 'It will be published on'],
  ['failed', 'Not published: New fees', '“New fees” could not be published:'],
] as const)('the email about changes that were %s says so', (event, subject, sentence) => {
  const mail = createLetter({ ...facts, event, publishAt: 0 });

  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(sentence);
});
