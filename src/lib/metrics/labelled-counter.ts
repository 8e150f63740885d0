import { Counter, type Registry } from 'prom-client';

type CounterOptions<Value extends string> = {
  name: string;
  help: string;
  label: string;
  /** All values of the label. Each starts at 0, so that Prometheus sees its first increase. */
  values: readonly Value[];
};

/** Creates a counter with one label. */
export function labelledCounter<Value extends string>(
  registry: Registry,
  { name, help, label, values }: CounterOptions<Value>,
): (value: Value, count?: number) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value, count = 1) => counter.inc({ [label]: value }, count);
}
