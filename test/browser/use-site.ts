import { test } from '@playwright/test';
import { newClient, serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { createShared } from '#test/shared.ts';

/** Serves a site for the tests of a file, as `useShared` does outside of browsers. */
export function useSite<Site extends { remove(): unknown }>(serve: () => Promise<Site>): Site {
  const { begin, end, current } = createShared(serve);
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    await begin();
  });
  test.afterAll(end);
  return current;
}

/** Serves the forms. Each test has its own IP address, and so its own rate limits. */
export function useForms(): FormsSite {
  const site = useSite(() => serveForms());
  test.beforeEach(async ({ context }) => {
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': newClient() });
  });
  return site;
}
