/** Preloaded before a server: rejects a promise outside any request on SIGUSR2. */
process.on('SIGUSR2', () => void Promise.reject(new Error('rejected outside a request')));
