/**
 * Number of cases that a property is tried with. The suite tries a fifth of them, and at least 20, since its fixed seed
 * repeats the same cases in every run; `npm run trial -- properties` tries all of them with another seed.
 */
export const numberOfCases = (all: number): number =>
  process.env['PROPERTY_CASES'] === 'all' ? all : Math.min(all, Math.max(20, Math.ceil(all / 5)))
