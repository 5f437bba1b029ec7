import {
  type LocalApiConditions,
  noConditions as noLocalApiConditions,
} from '../../../src-shared/local-api/conditions.ts'

/**
 * Limits and faults that an integrator can switch on, to see how a client handles them. All are off by
 * default. The server reads the object for every request, so that a change takes effect immediately.
 */
export type ServiceConditions = Omit<LocalApiConditions, 'ingestionRate'>

export const noConditions = (): ServiceConditions => ({ ...noLocalApiConditions })
