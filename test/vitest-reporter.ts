import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { watchRunningTests } from './running-tests.ts';

/** Names tests and files that hang. */
export default class RunningReporter implements Reporter {
  readonly #running = watchRunningTests('Vitest');

  onTestModuleStart(module: TestModule): void {
    this.#running.start(module.relativeModuleId);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.end(module.relativeModuleId);
    // Vitest may report the end of a short test before its start.
    for (const test of module.children.allTests()) this.#running.end(nameOf(test));
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.start(nameOf(test));
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.end(nameOf(test));
  }

  onTestRunEnd(): void {
    this.#running.close();
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
