/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The types of pages, written into the scripts of pages by src/astro/integration.ts: the registry is not for browsers. */
  readonly PAGE_TYPES: readonly import('./lib/content/collections.ts').PageType[];
}

declare namespace App {
  interface Locals {
    /** The long-lived parts, made once when the process starts. Not there while pages are prerendered. */
    services: import('./app/services.ts').Services;
    /** The request's id and its log. */
    trace: import('./lib/http/trace.ts').Trace;
    /** Pages that replace responses that failed or are over a limit. Undefined in `npm run dev`. */
    standIns?: import('#lib/delivery/limit-pages.ts').StandIns;
    /** Of the connection that a streamed response goes to. Undefined in `npm run dev`. */
    waitForDrain?: import('./lib/delivery/wait-for-drain.ts').WaitForDrain;
    /** Ends the request's work in the queue of its client. Set when the middleware admitted the request. */
    endWork?: import('./lib/http/fair-queue.ts').EndWork | undefined;
    /** Set when the middleware counted the request. */
    limitState?: import('./lib/http/limits.ts').LimitState | undefined;
    /** Of a request for a staff page with a session cookie, read when the request is counted. */
    staffSession?: Promise<import('./lib/auth/auth.ts').ReadSession>;
    /** Set by requireStaff: what the forms of the member's pages are signed with. */
    staffForm?: { browser: string; token: string };
    /** What /staff/notice shows in place of the page that was asked for. */
    staffNotice?: import('./lib/auth/staff-notice.ts').StaffNotice;
  }
}
