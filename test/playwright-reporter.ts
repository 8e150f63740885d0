import type { Reporter, TestCase } from '@playwright/test/reporter';
import { watchRunningTests } from './running-tests.ts';

/** Names tests that hang. */
export default class RunningReporter implements Reporter {
  readonly #running = watchRunningTests('Playwright');

  onTestBegin(test: TestCase): void {
    this.#running.start(test.titlePath().slice(2).join(' > '));
  }

  onTestEnd(test: TestCase): void {
    this.#running.end(test.titlePath().slice(2).join(' > '));
  }

  onEnd(): void {
    this.#running.close();
  }
}
