import { expect, onTestFinished, test } from 'vitest';
import { startBalancer } from '#test/stand-ins/balancer.ts';
import { startNginx } from '#test/stand-ins/nginx.ts';
import { newClient, registration, registrationPath, send, serveForms } from '#test/http/forms-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';

/** How often both instances are replaced. `npm run soak` uses more rounds, and nginx as the proxy. */
const rounds = Number(process.env['ROLLING_ROUNDS'] ?? 1);
const balance = process.env['ROLLING_PROXY'] === 'nginx' ? startNginx : startBalancer;
const clients = 12;
/** Without /api/health: its 503 during shutdown is meant for load balancers. */
const paths = ['/', '/courses.md', '/api/search?q=soil', '/search?q=river', '/register', '/nowhere'];

test('both instances are replaced under load, and no request fails', { timeout: 600_000 }, async () => {
  const dataDir = makeFolder();
  // As processes: a server in this process would, when it stops, close connections that the balancer is using.
  const serve = (PORT = '0') =>
    serveForms(
      { SITE_URL: 'http://localhost:4321', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT },
      { asProcess: true },
    );
  const instances = [await serve(), await serve()];
  onTestFinished(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
  });
  const portOf = (index: number) => instances[index]!.port;
  const proxy = await balance([portOf(0), portOf(1)]);
  onTestFinished(() => proxy.stop());
  const load = startLoad(proxy.origin);

  const codes: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const index of [0, 1]) {
      await load.moreAnswers(200);
      codes.push(await instances[index]!.stop());
      await load.moreAnswers(100);
      instances[index] = await serve(String(portOf(index)));
    }
  }
  await load.moreAnswers(200);
  const { answers, accepted } = await load.stop();

  console.log(`${answers.size} kinds of answers:`, Object.fromEntries(answers));
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(
    Object.fromEntries([...answers].filter(([answer]) => !/^(200|404 \/nowhere$)/.test(answer))),
  ).toEqual({});
  const stored = await instances[0]!.read('select reference from registrations');
  expect(stored.map(({ reference }) => reference)).toEqual(expect.arrayContaining(accepted));
});

/** Starts clients that each send one request after another. One in seven is a registration. */
function startLoad(origin: string) {
  const answers = new Map<string, number>();
  const accepted: string[] = [];
  let isOver = false;
  let total = 0;
  const count = (answer: string) => {
    total += 1;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const run = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const path = paths[turn % (paths.length + 1)];
      try {
        if (path === undefined) {
          const { status, body } = await send(origin, registrationPath, registration());
          if (body.reference !== undefined) accepted.push(body.reference);
          count(`${status} ${registrationPath}`);
        } else {
          const answer = await fetch(origin + path, { headers: { 'X-Forwarded-For': newClient() } });
          await answer.arrayBuffer();
          count(`${answer.status} ${path}`);
        }
      } catch (error) {
        count(`failed ${path ?? registrationPath} ${String((error as Error).cause ?? error)}`);
      }
    }
  };
  const all = Promise.all(Array.from({ length: clients }, run));
  return {
    async moreAnswers(more: number) {
      const until = total + more;
      while (total < until) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      isOver = true;
      await all;
      return { answers, accepted };
    },
  };
}
