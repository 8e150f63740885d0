/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Page types, which src/astro/integration.ts inlines into page scripts: browsers must not load the registry. */
  readonly PAGE_TYPES: readonly import('./lib/content/collections.ts').PageType[];
}

declare namespace App {
  interface Locals {
    /** The services of the process, created once at start-up. Missing while pages are prerendered. */
    services: import('./app/services.ts').Services;
    /** The request's id and logger. */
    trace: import('./lib/http/trace.ts').Trace;
    /** The error pages that replace failed and rate-limited responses. Undefined in `npm run dev`. */
    errorPages?: import('#lib/delivery/error-pages.ts').ErrorPages;
    /** Waits for the connection of a streamed response to drain. Undefined in `npm run dev`. */
    waitForDrain?: import('./lib/delivery/wait-for-drain.ts').WaitForDrain;
    /** Ends the request's work in the queue of its client. Set when the middleware has admitted the request. */
    endWork?: import('./lib/http/fair-queue.ts').EndWork | undefined;
    /** The state of the rate limit. Set when the middleware has counted the request. */
    limitState?: import('./lib/http/limits.ts').LimitState | undefined;
    /** The session of a request for a staff page with a session cookie, read before the request is counted. */
    staffSession?: Promise<import('./lib/auth/auth.ts').ReadSession>;
    /** The browser's token, and the token that the forms of the page send. Set by requireStaff. */
    staffForm?: { browser: string; token: string };
    /** The notice that /staff/notice shows in place of the requested page. */
    staffNotice?: import('./lib/auth/staff-notice.ts').StaffNotice;
  }
}

/** What TypeScript alone, without Astro's tools, knows of a component. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}
