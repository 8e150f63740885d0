import { createDesk, type Desk } from './desk/create-desk.ts';
import { createForms, createFormServices, createMail, type FormServices } from './form-services.ts';
import { openShared } from './limit-services.ts';
import { openLiveContent, type LiveContent } from './live-content.ts';
import type { Publication } from './publication.ts';
import { createRequestServices, type RequestServices } from './request-services.ts';
import { openSite, type SiteServices } from './site-services.ts';
import { createStaffServices, type StaffServices } from './staff-services.ts';
import type { ServiceNeeds, Wiring } from './wiring.ts';
import { openStore, type Store } from '#lib/store/open.ts';
import { createRetentionWorker } from '#lib/store/retention.ts';

/** The long-lived services that every route may use, created once per process. */
export type Services = {
  readonly site: SiteServices;
  readonly requests: RequestServices;
  readonly forms: FormServices;
};

/** Those of staff pages, which get them from `servicesForStaff`, and of the desk (`requireDesk`). */
export type ServicesForStaff = Services & {
  readonly staff: StaffServices;
  /** The editor's desk. Undefined with DESK=off. */
  readonly desk: Desk | undefined;
};

/** All services, with what only the server may do with them. */
export type ServerServices = {
  readonly forRoutes: ServicesForStaff;
  readonly store: Store;
  /** Undefined without CONTENT_REPO. */
  readonly liveContent: LiveContent | undefined;
  /** Switches to a new publication between two requests. */
  follow(publication: Publication): void;
  /** Stops sending new emails. `close` waits for those being sent. */
  beginClose(): void;
  /** Ends the chat answers in progress, each with a final part that gives the reason. */
  endAnswers(): void;
  close(): Promise<void>;
};

/** Opens all services, so that no request waits for that. */
export async function createServices(needs: ServiceNeeds): Promise<ServerServices> {
  const { config, environment, log, publishedDir } = needs;
  let { publication } = needs;
  const warn = (name: string) => (line: string) => log.warn(line, { name });
  const hasDesk = config.DESK === 'on';
  const store = await openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    hasDesk,
    log: warn('store'),
  });
  const wiring: Wiring = { ...needs, store, publication: () => publication };
  const mail = await createMail(wiring);
  const sendsMail = mail !== undefined;
  const shared = await openShared(wiring, (secrets) => createForms({ ...wiring, secrets, mail }));
  const staff = createStaffServices(store);
  const forms = createFormServices(config, { sendsMail, open: shared.forms });
  const { limits } = shared;
  const requests = createRequestServices(wiring, { limits, forms, staff });
  const liveContent = await openLiveContent({ config, environment, buildDir: publishedDir, log });
  const site = await openSite(wiring, { limits, staff, liveContent });
  const desk = await createDesk({ ...wiring, liveContent, sendsMail });
  const retention = createRetentionWorker({
    store,
    hasDesk,
    retentionDays: () => publication.institute.retentionDays,
    log: warn('retention'),
  });
  mail?.start();
  retention.start();
  desk?.start();
  return {
    forRoutes: { site, requests, forms, staff, desk },
    store,
    liveContent,
    follow(next) {
      publication = next;
      site.follow(next);
    },
    beginClose() {
      void mail?.stop();
    },
    endAnswers: () => site.chat?.endAnswers(),
    async close() {
      const opened = [desk, site, shared].map((each) => each?.close());
      await Promise.all([...opened, mail?.stop(), retention.stop()]);
      await store.close();
    },
  };
}
