import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';

/**
 * Stand-ins for systemd and the build, as functions that Bash inherits, since processes are slow to start. An instance fails to start on a release that contains the file `broken`. The
 * time of each build is one second after that of the previous one.
 */
const programs = {
  npm: 'if [ "$2" = gather ]; then mkdir -p "$4"; if [ -n "${BROKEN:-}" ]; then touch "$4/broken"; fi; fi',
  runuser: 'shift 3; "$@"',
  date: 'echo >> "$PLACE/seconds"; printf "20270111T0915%02dZ\\n" "$(wc -l < "$PLACE/seconds")"',
  sleep: ':',
  systemctl: `if [ "$1" = list-units ]; then
  printf 'lectern@4321.service loaded active running\\nlectern@4322.service loaded active running\\n'
else
  echo "$2 $(readlink "$PLACE/releases/current")" >> "$PLACE/restarts"
  if [ "$2" = "\${TROUBLED:-lectern@4321.service}" ]; then test ! -e "$PLACE/releases/current/broken"; fi
fi`,
};

const functions = Object.fromEntries(
  Object.entries(programs).map(([name, text]) => [`BASH_FUNC_${name}%%`, `() {\n${text}\n}`]),
);

function makeServer() {
  const place = makeFolder();
  for (const folder of ['releases', 'deploy', 'src/content']) {
    mkdirSync(join(place, folder), { recursive: true });
  }
  writeFileSync(join(place, 'src/content/page.mdx'), 'the content of the checkout');
  cpSync('deploy/release.sh', join(place, 'deploy/release.sh'));
  const linkOf = (name: string) => {
    const link = join(place, 'releases', name);
    return existsSync(link) ? readlinkSync(link).slice(-3, -1) : undefined;
  };
  return {
    /**
     * Runs `deploy/release.sh`. `started` lists the restarted units, each with the seconds in the time of its release.
     */
    release: (environment: NodeJS.ProcessEnv = {}, ...flags: string[]) => {
      rmSync(join(place, 'restarts'), { force: true });
      const { status, stderr } = spawnSync('bash', [join(place, 'deploy/release.sh'), ...flags], {
        env: {
          PATH: process.env['PATH'],
          ...functions,
          PLACE: place,
          RUNTIME_DIRECTORY: place,
          ...environment,
        },
        encoding: 'utf8',
      });
      const restarts = existsSync(join(place, 'restarts'))
        ? readFileSync(join(place, 'restarts'), 'utf8')
        : '';
      const started = restarts
        .replaceAll(/lectern@432(\d)\.service \S+(\d\d)Z\n/g, '$1:$2 ')
        .replaceAll(/lectern-publisher\.service \S+(\d\d)Z\n/g, 'publisher:$1')
        .trim();
      return { status, stderr, started };
    },
    readContent: () => readFileSync(join(place, 'releases/current/src/content/page.mdx'), 'utf8'),
    links: () => ({ current: linkOf('current'), previous: linkOf('previous') }),
    releases: () => readdirSync(join(place, 'releases')).filter((name) => name.startsWith('20')),
  };
}

test('a release becomes current and restarts the instances one after another, then the publisher', () => {
  const { release, links } = makeServer();

  const results = [release(), release()];

  expect(results.map(({ status, started }) => [status, started])).toEqual([
    [0, '1:01 2:01 publisher:01'],
    [0, '1:02 2:02 publisher:02'],
  ]);
  expect(links()).toEqual({ current: '02', previous: '01' });
});

test('a release reads the content of the checkout', () => {
  const { release, readContent } = makeServer();
  release();

  expect(readContent()).toBe('the content of the checkout');
});

test('--back swaps the current and the previous release without a build', () => {
  const { release, links, releases } = makeServer();
  release();
  release();

  const back = release({}, '--back');
  const afterBack = links();
  const again = release({}, '--back');

  expect(back).toMatchObject({ status: 0, started: '1:01 2:01 publisher:01' });
  expect(afterBack).toEqual({ current: '01', previous: '02' });
  expect(again).toMatchObject({ status: 0, started: '1:02 2:02 publisher:02' });
  expect(links()).toEqual({ current: '02', previous: '01' });
  expect(releases()).toHaveLength(2);
});

test('--back fails on the first release and changes nothing', () => {
  const { release, links } = makeServer();
  release();

  const back = release({}, '--back');

  expect(back).toMatchObject({ status: 1, started: '' });
  expect(back.stderr).toContain('there is no release before this one');
  expect(links()).toEqual({ current: '01', previous: undefined });
});

test.each([
  ['the first instance', 'lectern@4321.service', '1:03 1:02'],
  ['the second instance', 'lectern@4322.service', '1:03 2:03 2:02 1:02'],
])(
  'rolls all instances back if %s does not start, and keeps the previous release',
  (_, TROUBLED, started) => {
    const { release, links } = makeServer();
    release();
    release();

    const result = release({ BROKEN: '1', TROUBLED });

    expect(result).toMatchObject({ status: 1, started });
    expect(result.stderr).toContain(`${TROUBLED} does not start`);
    expect(links()).toEqual({ current: '02', previous: '01' });
  },
);

test('keeps the three newest releases and those that are linked', () => {
  const { release, links, releases } = makeServer();
  release();
  for (let count = 0; count < 4; count += 1) release({ BROKEN: '1' });

  release();

  expect(links()).toEqual({ current: '06', previous: '01' });
  expect(releases().map((name) => name.slice(-3, -1))).toEqual(['01', '04', '05', '06']);
});
