import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointName } from '../../src-shared/api/endpoints.ts'
import type { ApiCall } from './api-caller.ts'
import { answered } from './contract-answers.ts'
import type { ContractService } from './contract-service.ts'

export type StatusEndpoint = 'itemFeedStatus' | 'contentPlusStatus'

export const statusPath = (status: StatusEndpoint, feedId: unknown): string =>
  `/v2.1/feed/${status === 'itemFeedStatus' ? 'items' : 'contentplus'}/${feedId}`

/**
 * Sends a feed and polls it as a client does, until it says it is processed. In every answer the counters add up. What
 * it did is found in a connected workspace once that is settled.
 */
export async function follow(
  service: ContractService,
  endpoint: EndpointName,
  call: ApiCall,
): Promise<Record<string, unknown>> {
  const status: StatusEndpoint = endpoint === 'publishContentPlus' ? 'contentPlusStatus' : 'itemFeedStatus'
  const { feedId } = answered(endpoint, await service.call(call))
  for (;;) {
    const value = answered(status, await service.call({ path: statusPath(status, feedId) }))
    requireSum(status, value)
    if (value['feedStatus'] === 'PROCESSED') return value
    await delay(5)
  }
}

function requireSum(status: StatusEndpoint, value: Record<string, unknown>): void {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + Number(value[name]), 0)
  const parts =
    status === 'itemFeedStatus'
      ? of('itemsSucceeded', 'itemsFailed', 'itemsProcessing')
      : of('itemsProcessed', 'itemsRejected', 'itemsFailed', 'itemsProcessing')
  if (parts !== of('itemsReceived')) throw new Error(`The counters do not add up: ${JSON.stringify(value)}`)
}

/** What became of each item: `SUCCESS`, or the status and the codes of its errors. */
export function outcomes(value: Record<string, unknown>): string[] {
  type Detail = { ingestionStatus: string; ingestionErrors?: { code: string }[]; ingestionRemarks?: string }
  return ((value['ItemDetails'] ?? []) as Detail[]).map(
    ({ ingestionStatus, ingestionErrors = [], ingestionRemarks = '' }) => {
      const codes = ingestionErrors.map(({ code }) => code)
      const remarked = ingestionRemarks.match(/\b[A-Z]+_[A-Z]+(?=:)/g) ?? []
      return [ingestionStatus, ...codes, ...(ingestionStatus === 'PROCESSED' ? [] : remarked)].join(' ')
    },
  )
}
