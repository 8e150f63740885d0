import { setTimeout as wait } from 'node:timers/promises';
import { createDeskClient } from '#test/http/desk-site.ts';
import { createDeskSteps, news } from '#test/http/desk-steps.ts';
import { newClient, registration, registrationPath } from '#test/http/forms-site.ts';
import type { MailServer } from '#test/stand-ins/smtp.ts';

/** Statuses of one kind of request, and its times in milliseconds. */
export type Answers = { statuses: Record<string, number>; times: number[] };

/** A news item whose text the desk has saved. */
export type Saved = { file: string; line: string };

/** What the site has confirmed to people. */
export type Confirmed = {
  /** References by student number. */
  registrations: Map<string, string>;
  /** Links in emails whose registration was confirmed. */
  links: Set<string>;
  saved: Saved[];
  /** The saved items that a reviewer has approved. */
  approved: Saved[];
};

type Work = { origin: string; smtp: MailServer; readPaths: readonly string[]; course: string };

const registrants = 3;
const readers = 6;
const editors = 2;
/** Milliseconds before a person tries again, and between two news items of an editor. */
const beforeRetry = 1_000;
const betweenItems = 8_000;

/** People who register, confirm, read and edit through the proxy until they are stopped, and try again after errors. */
export function startPeople({ origin, smtp, readPaths, course }: Work) {
  const confirmed: Confirmed = { registrations: new Map(), links: new Set(), saved: [], approved: [] };
  const answers: Record<'read' | 'register' | 'confirm', Answers> = {
    read: { statuses: {}, times: [] },
    register: { statuses: {}, times: [] },
    confirm: { statuses: {}, times: [] },
  };
  const failedSteps: Record<string, number> = {};
  let isOver = false;

  async function ask(kind: keyof typeof answers, path: string, init: RequestInit = {}) {
    const began = performance.now();
    const { statuses, times } = answers[kind];
    const headers = { ...init.headers, 'X-Forwarded-For': newClient() };
    const [status, text] = await fetch(origin + path, { ...init, headers }).then(
      async (response) => [String(response.status), await response.text()] as const,
      (error: unknown) => [String((error as Error).cause ?? error), ''] as const,
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(performance.now() - began);
    return { isAccepted: status === '200', text };
  }

  /** Asks until the site accepts it. */
  async function insist(...asked: Parameters<typeof ask>): Promise<string> {
    for (;;) {
      const { isAccepted, text } = await ask(...asked);
      if (isAccepted) return text;
      await wait(beforeRetry);
    }
  }

  async function register(): Promise<void> {
    const student = registration({ courses: [course] });
    const { studentNumber } = student;
    const body = JSON.stringify({ ...student, email: `${studentNumber}@students.example.org` });
    const headers = { 'Content-Type': 'application/json' };
    const text = await insist('register', registrationPath, { method: 'POST', headers, body });
    confirmed.registrations.set(studentNumber, (JSON.parse(text) as { reference: string }).reference);
    await wait(500);
  }

  async function confirmNext(): Promise<void> {
    const found = smtp.received
      .map(({ text = '' }) => /\/register\/confirm\?token=\S+/.exec(text)?.[0])
      .find((link) => link !== undefined && !confirmed.links.has(link));
    if (found === undefined) await wait(200);
    else {
      await insist('confirm', found, {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { Accept: 'text/html' },
      });
      confirmed.links.add(found);
    }
  }

  let reads = 0;
  async function read(): Promise<void> {
    reads += 1;
    await ask('read', readPaths[reads % readPaths.length] ?? '/');
    await wait(100);
  }

  const steps = createDeskSteps(() => createDeskClient(() => origin));
  let items = 0;
  async function edit(): Promise<void> {
    items += 1;
    const line = `Sentence ${items} of the desk.`;
    try {
      const file = await steps.create(`Report ${items}`);
      const item = { file, line };
      const changes = await steps.write(file, news(`Report ${items}`, line));
      confirmed.saved.push(item);
      await steps.submit(changes, `News: report ${items}`);
      const { status } = await steps.decide('reviewer', changes, { action: 'approve' });
      if (status !== 303) throw new Error(`approve: ${status}`);
      confirmed.approved.push(item);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 60) : String(error);
      failedSteps[reason] = (failedSteps[reason] ?? 0) + 1;
    }
    await wait(betweenItems);
  }

  const repeatUntilOver = async (work: () => Promise<void>) => {
    while (!isOver) await work();
  };
  const work = [
    ...Array.from({ length: registrants }, () => repeatUntilOver(register)),
    ...Array.from({ length: readers }, () => repeatUntilOver(read)),
    ...Array.from({ length: editors }, () => repeatUntilOver(edit)),
    repeatUntilOver(confirmNext),
  ];
  return {
    confirmed,
    answers,
    failedSteps,
    /** Resolves when each has done what they began. */
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

/** A line for people: statuses, and how long the slowest took. */
export function describeAnswers({ statuses, times }: Answers): string {
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)} ms`;
  return `${JSON.stringify(statuses)}, median ${share(0.5)}, 99 % ${share(0.99)}, slowest ${share(1)}`;
}
