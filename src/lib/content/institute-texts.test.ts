import { expect, test } from 'vitest';
import { sampleInstitute } from '#test/sample-institute.ts';
import { purposeOf, studentNumberFormat } from './institute-texts.ts';

const institute = {
  ...sampleInstitute,
  retentionDays: {
    ...sampleInstitute.retentionDays,
    enquiries: 17,
    pendingSignups: 3,
    unsubscribedSignups: 9,
  },
  purposes: {
    ...sampleInstitute.purposes,
    enquiry: 'Deleted after {days} days.',
    newsletter:
      'Deleted {daysUnconfirmed} days after you sign up, or {daysAfterLeaving} days after you leave.',
  },
};

test('a purpose states for how many days its kind of data is kept', () => {
  expect(purposeOf(institute, 'enquiry')).toBe('Deleted after 17 days.');
  expect(purposeOf(institute, 'newsletter')).toBe(
    'Deleted 3 days after you sign up, or 9 days after you leave.',
  );
});

test('a student number is the prefix, in upper or lower case, and the exact number of digits', () => {
  const { pattern, example } = studentNumberFormat({
    ...institute,
    studentNumber: { prefix: 'HB/', digits: 5 },
  });

  expect(example).toMatch(pattern);
  expect('hb/12345').toMatch(pattern);
  for (const wrong of ['HB/1234', 'HB/123456', 'HBx12345', '12345', ' HB/12345'])
    expect(wrong).not.toMatch(pattern);
});
