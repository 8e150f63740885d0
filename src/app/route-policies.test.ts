import { expect, test } from 'vitest';
import { findRoutePolicy, publishedExceptions } from './route-policies.ts';

test('a route without a row has the defaults', () => {
  expect(findRoutePolicy('/search')).toMatchObject({ limit: 'pages', errors: 'page', hasMarkdown: true });
});

test('a row for a folder applies only to the route itself and the routes below it', () => {
  const [folder, below, other] = ['/staff', '/staff/registrations/[reference]', '/staffroom'].map(
    (route) => findRoutePolicy(route).limit,
  );

  expect([folder, below, other]).toEqual(['staff', 'staff', 'pages']);
});

test('a later row overrides the properties that it sets, and keeps the others', () => {
  expect(findRoutePolicy('/api/search')).toMatchObject({
    errors: 'json',
    isOpen: true,
    cache: 'private, max-age=60',
  });
});

test('a row without a folder applies only to its route', () => {
  expect(findRoutePolicy('/register').contentPolicy).toBe('challenge');
  expect(findRoutePolicy('/register/confirm').contentPolicy).toBeUndefined();
});

test('published pages have exceptions by address', () => {
  expect([...publishedExceptions.keys()]).toEqual(['/developers/reference']);
});
