import { expect, test } from 'vitest';
import { courseKeywords } from './course-keywords.ts';

test('the keywords of a course contain its code, terms, days, times of day and words about prices', () => {
  const keywords = courseKeywords({ code: 'SOIL101' }, [
    { term: { title: 'Spring 2027' }, times: [{ day: 'tuesday', from: '18:30' }] },
    { term: { title: 'Autumn 2027' }, times: [{ day: 'saturday', from: '10:00' }] },
  ]);

  expect(keywords).toBe(
    'SOIL101 Spring 2027 tuesday evening Autumn 2027 saturday morning daytime weekend fee price cost',
  );
});
