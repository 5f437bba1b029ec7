import fc from 'fast-check'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'

/**
 * The seed of the suite's property tests. A fixed seed makes them fail on every machine or on none. Another
 * seed (`PROPERTY_SEED=7 npm run unit`) and `npm run trial -- properties` search for new cases. 100 is
 * fast-check's default.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122), numRuns: numberOfCases(100) })
