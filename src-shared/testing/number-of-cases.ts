/**
 * Number of cases of a property test. The suite runs a fifth of them, and at least 20, because its fixed
 * seed repeats the same cases in every run. `npm run trial -- properties` runs all of them with another
 * seed.
 */
export const numberOfCases = (all: number): number =>
  process.env['PROPERTY_CASES'] === 'all' ? all : Math.min(all, Math.max(20, Math.ceil(all / 5)))
