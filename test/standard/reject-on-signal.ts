// Loaded before the product: a fault that nobody expects, at the moment that the test chooses.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a planted fault'))
})
process.on('SIGWINCH', () => {
  setImmediate(() => {
    throw new Error('a planted fault')
  })
})
