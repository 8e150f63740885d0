import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded with `--import`: appends the address of each module that Node loads to the file in LOADED_MODULES.
registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.LOADED_MODULES, `${url}\n`);
    return nextLoad(url, context);
  },
});
