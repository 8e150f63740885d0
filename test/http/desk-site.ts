import { setTimeout as wait } from 'node:timers/promises';
import { serveRepository, type RepositoryServing, type RepositorySite } from '#test/repository-site.ts';
import { staffSettings } from '#test/staff-session.ts';
import { createStaffClient } from './staff-client.ts';

/** A site with a content repository, whose staff sign in with cookies made by the tests. */
export type DeskSite = Awaited<ReturnType<typeof serveDesk>>;

/** What staff do at the desk of a site. */
export type DeskClient = ReturnType<typeof createDeskClient>;

/** @param origin called for each request */
export function createDeskClient(origin: () => string) {
  const client = createStaffClient(origin);

  async function text(path: string, member: Parameters<typeof client.get>[1]): Promise<string> {
    return (await client.get(path, member)).text();
  }

  return {
    ...client,
    origin,
    text,
    /** Posts a form of a page, like a browser without scripts. */
    async act(
      member: NonNullable<Parameters<typeof client.get>[1]>,
      path: string,
      fields: Record<string, string>,
    ) {
      return client.post(path, fields, await client.openForm(member, path));
    },
    /** Sends JSON as the editor's script does. */
    async save(member: NonNullable<Parameters<typeof client.get>[1]>, body: object) {
      const { cookie, token } = await client.openForm(member, '/staff/content/new');
      return fetch(`${origin()}/staff/content/save`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Csrf-Token': token,
          Cookie: cookie,
          Origin: origin(),
        },
        body: JSON.stringify(body),
      });
    },
    async waitFor(path: string, expected: string | RegExp, member?: Parameters<typeof client.get>[1]) {
      for (const end = Date.now() + 170_000; ;) {
        const body = await (await client.get(path, member)).text();
        if (typeof expected === 'string' ? body.includes(expected) : expected.test(body)) return body;
        if (Date.now() > end) throw new Error(`${path} never had ${String(expected)}: ${body.slice(-3_000)}`);
        await wait(100);
      }
    },
  };
}

export async function serveDesk(environment: NodeJS.ProcessEnv = {}, serving: RepositoryServing = {}) {
  const repository: RepositorySite = await serveRepository({ ...staffSettings, ...environment }, serving);
  return {
    ...createDeskClient(() => repository.site.origin),
    repository,
    /** Restarts the server with other settings. */
    async restart(settings: NodeJS.ProcessEnv = {}) {
      await repository.site.stop();
      await repository.start({ ...staffSettings, ...settings });
    },
    remove: () => repository.remove(),
  };
}
