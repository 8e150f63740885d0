import { latencyBounds } from './latency.ts';

type Labels = Readonly<Record<string, string>>;
type CounterRow = { labels: Labels; value: number };
export type HistogramRow = { labels: Labels; buckets: Float64Array; sum: number };

/** Source: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function counterText(name: string, help: string, rows: readonly CounterRow[]): string {
  const lines = rows.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
  return head(name, help, 'counter') + lines.join('');
}

/** Rows hold how many fell into each bucket; here each bucket has those of the smaller ones too. */
export function histogramText(name: string, help: string, rows: readonly HistogramRow[]): string {
  const lines = rows.flatMap(({ labels, buckets, sum }) => {
    let count = 0;
    const cumulated = [...buckets].map((inBucket, slot) => {
      count += inBucket;
      const le = slot < latencyBounds.length ? String(latencyBounds[slot]) : '+Inf';
      return `${name}_bucket${labelText({ ...labels, le })} ${count}\n`;
    });
    return [
      ...cumulated,
      `${name}_sum${labelText(labels)} ${sum}\n`,
      `${name}_count${labelText(labels)} ${count}\n`,
    ];
  });
  return head(name, help, 'histogram') + lines.join('');
}

function head(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
