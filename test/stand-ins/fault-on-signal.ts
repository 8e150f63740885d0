/** Loaded in front of a server: on SIGUSR2 a promise is rejected that nobody waits for and no request began. */
process.on('SIGUSR2', () => void Promise.reject(new Error('a fault of nobody')));
