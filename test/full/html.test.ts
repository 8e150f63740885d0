import { beforeAll, expect, test } from 'vitest';
import { findHtmlErrors, type HtmlPage } from '#test/html-checker.ts';
import { createEveryLetter } from '#test/stand-ins/every-letter.ts';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import {
  configuredPages,
  deskPages,
  prerenderedPages,
  routesOnDemand,
  staffPages,
  visitorPages,
} from './html-pages.ts';

const wrong: HtmlPage = {
  name: 'control',
  html: '<!DOCTYPE html><html lang="en"><title>Control</title><table><tr><td role="cell">wrong</table></html>',
};

let prerendered: HtmlPage[];
let onDemand: HtmlPage[];
let errors: string[];

beforeAll(async () => {
  prerendered = await prerenderedPages();
  onDemand = [
    ...(await visitorPages()),
    ...(await configuredPages()),
    ...(await staffPages()),
    ...(await deskPages()),
  ];
  const letters = await createEveryLetter(letterSettings);
  const emails = letters.map(({ kind, html }) => ({ name: `email ${kind}`, html }));
  errors = await findHtmlErrors([wrong, ...prerendered, ...onDemand, ...emails]);
});

test('the HTML checker detects an error', () => {
  expect(errors.filter((line) => line.startsWith('control:'))).toEqual([
    expect.stringMatching(/^control:1: The “role” attribute must not be used on a “td” element/),
  ]);
});

test('the HTML checker finds no error in any page or email', () => {
  expect(errors.filter((line) => !line.startsWith('control:'))).toEqual([]);
});

test('the checked pages include every route and every error status', () => {
  const visited = onDemand.map(({ name }) => name.split(/[ ?]/)[0] ?? '');
  const missing = routesOnDemand()
    // The notice is shown at the address of the requested page.
    .filter((route) => route !== '/staff/notice')
    .filter((route) => {
      const pattern = new RegExp(`^${route.replaceAll(/\[\w+\]/g, '[^/]+')}$`);
      return !visited.some((path) => pattern.test(path));
    });
  const statuses = new Set(onDemand.map(({ name }) => /^\S+ (\d+)/.exec(name)?.[1]));

  expect(missing).toEqual([]);
  expect(prerendered.map(({ name }) => name)).toEqual(expect.arrayContaining(['/404.html', '/500.html']));
  expect([...statuses].toSorted()).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '429']),
  );
});
