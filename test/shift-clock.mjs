// Loaded into each Node process of a test run by `npm run prove`: moves the clock by TEST_CLOCK_OFFSET milliseconds.
const offset = Number(process.env.TEST_CLOCK_OFFSET ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, newTarget),
  apply: () => new Date().toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

function now() {
  return RealDate.now() + offset;
}
