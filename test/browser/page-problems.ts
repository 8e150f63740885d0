import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import {
  findHiddenText,
  findOverhang,
  findOverlaps,
  findSmallTargets,
  findStuckScrollers,
} from './in-page-checks.ts';

type Axe = {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
};

/** axe, loaded once per page: `AxeBuilder` of this package injects it again for every analysis. */
const packageFile = import.meta.resolve('@axe-core/playwright');
const axeSource = readFileSync(createRequire(packageFile).resolve('axe-core/axe.min.js'), 'utf8');

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on colours: the only ones to check again in a second colour scheme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Returns one line for each element that violates a rule of axe: the rule, the element and the reason. */
export async function axeFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], preload: false });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `axe ${id}: ${html} ${failureSummary ?? ''}`),
      );
    },
    coloursOnly ? rulesOfColour : everyRule,
  );
}

/** Finds overflow, clipped or overlapping text, and touch targets that are too small. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const found = await page.evaluate(findOverhang);
  return [...found, ...(await textFaults(page)), ...(await page.evaluate(findSmallTargets))];
}

async function textFaults(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(findStuckScrollers)),
    ...(await page.evaluate(findHiddenText)),
    ...(await page.evaluate(findOverlaps)),
  ];
}

/** Finds overflow, and clipped or overlapping text, with wide text spacing (WCAG 2.2, 1.4.12). */
export async function spacingFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const found = [...(await page.evaluate(findOverhang)), ...(await textFaults(page))];
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return found.map((fault) => `with wide text spacing: ${fault}`);
}
