import fc from 'fast-check';

// `npm test` uses the same random values each time, so that its verdict depends only on the code. `npm run test:full`
// and `npm run soak` use other values each time; a failure prints their seed.
if (process.env['PROPERTY_SEED'] !== 'fresh') fc.configureGlobal({ seed: 20_261_125 });
