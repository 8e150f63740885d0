import { chromium, type Browser } from '@playwright/test';
import lighthouse, { defaultConfig, type Config, type Flags, type Result } from 'lighthouse';
import playwrightConfig from '../playwright.config.ts';
import { freePort } from './ports.ts';

export type Category = 'accessibility' | 'agentic-browsing' | 'best-practices' | 'performance' | 'seo';

export type Judgement = {
  /** Out of 100. */
  scores: Record<string, number>;
  /** Failed audits with their details. */
  lost: string[];
  /** Transferred bytes of the page, including headers. */
  fetched: { url: string; kind: string; bytes: number }[];
};

type Judge = {
  /**
   * Audits a page on a phone. Performance is measured with an empty cache and Lighthouse's defaults: a slow phone. For
   * other categories the phone is fast. `skipAudits` are ids of audits to leave out.
   */
  judge(url: string, categories: readonly Category[], skipAudits?: readonly string[]): Promise<Judgement>;
  stop(): Promise<void>;
};

/** Without performance, nothing has to wait until the page is idle. */
const quick: Config = {
  ...defaultConfig,
  settings: {
    pauseAfterFcpMs: 0,
    pauseAfterLoadMs: 0,
    networkQuietThresholdMs: 100,
    cpuQuietThresholdMs: 0,
    disableFullPageScreenshot: true,
    ignoreStatusCode: true,
    // Chromium sometimes takes 5 s to clear it. Only page weights depend on an empty cache.
    disableStorageReset: true,
  },
};

/** Starts Lighthouse with one Chromium, with the flags of the browser tests. */
export async function startLighthouse(): Promise<Judge> {
  const port = await freePort();
  const { args = [], executablePath } = playwrightConfig.use?.launchOptions ?? {};
  const browser: Browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...args, `--remote-debugging-port=${port}`],
  });
  return {
    async judge(url, categories, skipAudits = []) {
      const flags: Flags = {
        port,
        onlyCategories: [...categories],
        output: 'json',
        logLevel: 'error',
        skipAudits: [...skipAudits],
      };
      const result = await lighthouse(url, flags, categories.includes('performance') ? undefined : quick);
      if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
      return judgementOf(result.lhr);
    },
    stop: () => browser.close(),
  };
}

function judgementOf({ audits, categories, runtimeError }: Result): Judgement {
  if (runtimeError) throw new Error(`Lighthouse stopped: ${runtimeError.message}`);
  const scores = Object.values(categories).map(
    ({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const,
  );
  const lost = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .map((reference) => ({ ...reference, audit: audits[reference.id] }))
      .filter(({ audit, weight }) => weight > 0 && typeof audit?.score === 'number' && audit.score < 1)
      .map(({ audit }) => `${id}: ${audit?.title} ${audit?.displayValue ?? audit?.explanation ?? ''}`.trim()),
  );
  return { scores: Object.fromEntries(scores), lost, fetched: listFetched(audits['network-requests']) };
}

function listFetched(audit: Result['audits'][string] | undefined): Judgement['fetched'] {
  const details = audit?.details;
  if (details?.type !== 'table') return [];
  const items = details.items as unknown as { url: string; resourceType: string; transferSize: number }[];
  return items.map(({ url, resourceType, transferSize }) => ({
    url,
    kind: resourceType,
    bytes: transferSize,
  }));
}
