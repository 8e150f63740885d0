import { expect, test } from 'vitest';
import { ancestorsOf, arrangeHandbook } from './handbook-tree.ts';

function page(id: string, title: string, order?: number) {
  return { id, path: `/handbook/${id}`, data: { title, order } };
}

test('sorts pages by order and title, and folders before their pages', () => {
  const handbook = arrangeHandbook([
    page('study/late-work', 'Late work', 2),
    page('study/assessment', 'Assessment', 1),
    page('study', 'Study', 2),
    page('welcome', 'Welcome', 1),
    page('study/zoo', 'Zoo'),
    page('study/abc', 'Abc'),
  ]);

  expect(handbook.sequence.map((node) => node.id)).toEqual([
    'welcome',
    'study',
    'study/assessment',
    'study/late-work',
    'study/abc',
    'study/zoo',
  ]);
});

test('a folder without a page gets its title from its name', () => {
  const handbook = arrangeHandbook([page('travel-and-leave/policies/overtime', 'Overtime')]);

  const ancestors = ancestorsOf(handbook.nodes.get('travel-and-leave/policies/overtime')!);

  expect(ancestors.map((node) => node.title)).toEqual(['Travel and leave', 'Policies']);
  expect(ancestors.map((node) => node.page)).toEqual([undefined, undefined]);
});

test('the index page is the handbook itself', () => {
  const handbook = arrangeHandbook([page('index', 'Student handbook')]);

  expect(handbook.root.title).toBe('Student handbook');
});
