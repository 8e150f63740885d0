type Removable = { remove(): unknown } | { stop(): unknown };

/** Something that `begin` starts and `end` removes or stops. `current` stands for it in between. */
export function createShared<Started extends Removable>(start: () => Started | Promise<Started>) {
  let started: Started | undefined;
  const read = (): Started => {
    if (!started) throw new Error('not started yet: use it in tests only');
    return started;
  };
  return {
    begin: async () => {
      started = await start();
    },
    end: async () => {
      if (started) await ('remove' in started ? started.remove() : started.stop());
    },
    current: new Proxy({} as Started, {
      get: (_target, name) => Reflect.get(read(), name) as unknown,
      set: (_target, name, value) => Reflect.set(read(), name, value),
    }),
  };
}
