import {
  type LocalApiConditions,
  noConditions as noLocalApiConditions,
} from '../../../src-shared/local-api/conditions.ts'

/**
 * Limits and faults that an integrator can switch on, to see how a client bears them. All are off by default. The server
 * reads the object anew for every request: a change of a member counts at once.
 */
export type ServiceConditions = Omit<LocalApiConditions, 'ingestionRate'>

export const noConditions = (): ServiceConditions => ({ ...noLocalApiConditions })
