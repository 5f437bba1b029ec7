/**
 * Limits and faults an integrator can switch on, to see how a client bears them. All off by default. The server
 * reads the object anew for every request: change its members to change the service.
 */
export interface ServiceConditions {
  /** Item records a user may download in one UTC day; undefined: no limit. Beyond it: 406. */
  dailyItemLimit?: number | undefined
  /** Every call is answered 503 with `Retry-After: 120`. */
  maintenance: boolean
  /** Milliseconds every answer is held back. */
  latency: number
  /** Share of calls answered 500, from 0 to 1. */
  errorRate: number
  /** Share of feeds that are stored but whose acknowledgement is lost: the connection is cut, from 0 to 1. */
  lostAcknowledgementRate: number
}

export const fairWeather = (): ServiceConditions => ({
  maintenance: false,
  latency: 0,
  errorRate: 0,
  lostAcknowledgementRate: 0,
})
