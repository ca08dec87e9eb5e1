// Loaded into the real executable by a test: throws where nobody catches, first an error and then a rejection.
let thrown = 0;
process.on('SIGUSR2', () => {
  if (thrown++ > 0) void Promise.reject(new Error('rejected by the test'));
  else throw new Error('thrown by the test');
});
