import { fairConditions, type LocalApiConditions } from '../../../src-shared/local-api/model.ts'

/**
 * Limits and faults an integrator can switch on, to see how a client bears them. All off by default. The server
 * reads the object anew for every request: change its members to change the service.
 */
export type ServiceConditions = Omit<LocalApiConditions, 'ingestionRate'>

export const fairWeather = (): ServiceConditions => ({ ...fairConditions })
