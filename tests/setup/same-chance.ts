import fc from 'fast-check'

/**
 * Properties are tried with the same values in every run, so that what fails fails again. FC_SEED gives other ones: a number, as a
 * failure tells it, or `random`, which is another in every test.
 */
const seed = process.env['FC_SEED'] || '1'
if (seed !== 'random') {
  if (!/^-?\d+$/.test(seed)) throw new Error(`FC_SEED is a number or "random", not ${seed}`)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
}
