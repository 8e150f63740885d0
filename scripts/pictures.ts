import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumPath } from '#test/chromium.ts';
import { findServices } from './find-services.ts';

export type View = { width: number; height: number; colorScheme: 'light' | 'dark' };

/** Starts Chromium, after installing it if needed. */
export async function launchForPictures(): Promise<Browser> {
  await findServices('test');
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** Opens a page without animations and waits for its fonts. */
export async function openStill(
  browser: Browser,
  address: string,
  { width, height, colorScheme }: View,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(address);
  await page.evaluate(() => document.fonts.ready);
  return page;
}
