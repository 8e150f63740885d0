import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from '#test/temporary-folder.ts';

// Runs Prometheus' own promtool, because only that knows when a rule fires.

type Rule = {
  alert: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
};
type Rules = { groups: { rules: Rule[] }[] };
type Series = { series: string; values: string };

const rules = (parse(readFileSync('docs/alerts.yml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);

const labels = '{job="lectern",instance="a"}';
/** Values each minute for two hours. */
const constant = (name: string, value: number): Series => ({ series: name, values: `${value}x120` });
const growing = (name: string, perMinute: number): Series => ({ series: name, values: `0+${perMinute}x120` });
const requests = (status: number) =>
  `lectern_http_requests_total{job="lectern",route="published",status="${status}"}`;
const durations = (bound: string) =>
  `lectern_http_request_duration_seconds_bucket{job="lectern",class="page",route="published",le="${bound}"}`;

/** A site without problems. The times of `time()` in the tool begin at 0. */
const healthy: readonly Series[] = [
  constant(`up${labels}`, 1),
  growing(requests(200), 600),
  growing(requests(503), 0),
  constant(`lectern_store_up${labels}`, 1),
  constant(`lectern_outbox_oldest_seconds${labels}`, 20),
  constant('lectern_outbox_mails{job="lectern",instance="a",status="parked"}', 0),
  growing(durations('0.1'), 600),
  growing(durations('2.5'), 600),
  growing(durations('+Inf'), 600),
  constant(`nodejs_eventloop_lag_p99_seconds${labels}`, 0.02),
  growing(`lectern_publisher_seen_timestamp_seconds${labels}`, 60),
  { series: `lectern_publication_due_timestamp_seconds${labels}`, values: '3600+60x120' },
  constant(`lectern_publication_failed${labels}`, 0),
  constant(`lectern_publication_is_fallback${labels}`, 0),
  constant(`lectern_content_repository_up${labels}`, 1),
  constant(`lectern_change_sets_failing${labels}`, 0),
  constant('lectern_disk_free_ratio{job="lectern",instance="a",folder="data"}', 0.4),
];

/** What each alert is about. */
const problems: Readonly<Record<string, Series>> = {
  LecternDown: constant(`up${labels}`, 0),
  LecternFails: growing(requests(503), 30),
  LecternStoreAway: constant(`lectern_store_up${labels}`, 0),
  LecternMailWaits: growing(`lectern_outbox_oldest_seconds${labels}`, 60),
  LecternSlow: growing(durations('0.1'), 300),
  LecternPublisherDown: constant(`lectern_publisher_seen_timestamp_seconds${labels}`, 60),
  LecternPublicationFails: constant(`lectern_publication_failed${labels}`, 1),
  LecternPublicationLate: constant(`lectern_publication_due_timestamp_seconds${labels}`, 3600),
  LecternPublicationDamaged: constant(`lectern_publication_is_fallback${labels}`, 1),
  LecternRepositoryAway: constant(`lectern_content_repository_up${labels}`, 0),
  LecternDeskCannotCommit: constant(`lectern_change_sets_failing${labels}`, 1),
  LecternDiskFills: constant('lectern_disk_free_ratio{job="lectern",instance="a",folder="data"}', 0.03),
};

/** Compares the alerts that fire after two hours of these values. @throws Error with the alerts that fire instead */
function expectFiring(series: readonly Series[], alerts: readonly string[]): void {
  const folder = makeFolder();
  const file = join(folder, 'test.json');
  const expected = {
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: '2h',
    exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  };
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [expected] }];
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [resolve('docs/alerts.yml')], evaluation_interval: '1m', tests }),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /);
}

test('no alert fires for a site without problems', () => {
  expectFiring(healthy, []);
});

test.each(rules.map(({ alert }) => alert))('%s fires for its problem, and no other alert does', (alert) => {
  const problem = problems[alert]!;

  expectFiring([...healthy.filter(({ series }) => series !== problem.series), problem], [alert]);
});

test('each alert says how urgent it is and what to do, and is in the lists of alerts and of failures', () => {
  const pages = ['docs/monitoring.md', 'docs/failures.md'].map((file) => readFileSync(file, 'utf8'));

  for (const { alert, labels, annotations, for: lasting } of rules) {
    for (const page of pages) expect(page).toContain(`\`${alert}\``);
    expect(labels.severity, alert).toMatch(/^(page|ticket)$/);
    expect(lasting, alert).toMatch(/^\d+m$/);
    expect(annotations.summary.length * annotations.action.length, alert).toBeGreaterThan(100);
  }
});
