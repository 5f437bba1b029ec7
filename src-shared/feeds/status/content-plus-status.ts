import type { Problem } from '../../problem.ts'
import { say } from '../../texts/say.ts'
import { documents } from '../../vocabulary/documents.ts'
import type { ContentPlusIngestionStatus } from '../../vocabulary/elements/feed-status.ts'
import { commonStatus, countOf, indexOf, reportOfStatus, statusDocument } from './status-document.ts'

/**
 * The status document of Content+ feeds (specification, endpoint 6). In reports, rejected and failed items
 * both count as failed; the remark is the reason.
 */
export const contentPlusStatus = statusDocument({
  endpoint: 'contentPlusStatus',
  document: documents.contentPlusFeedStatus,
  statusOfEnd: { open: 'INPROGRESS', lost: 'FAILED', arrived: 'PROCESSED', unknown: 'FAILED' },
  report: (status, offset) =>
    reportOfStatus(
      status,
      {
        succeeded: Math.max(countOf(status.itemsSucceeded), countOf(status.itemsProcessed)),
        failed: countOf(status.itemsFailed) + countOf(status.itemsRejected),
      },
      (status.ItemDetails ?? []).map((detail, position) => ({
        index: indexOf(detail, offset + position),
        productCode: '',
        ingestionStatus: detail.ingestionStatus ?? '',
        problems: remarksOf(detail),
      })),
    ),
  status: (progress) => ({
    ...commonStatus(progress),
    itemsProcessed: String(progress.counters.processed),
    itemsRejected: String(progress.counters.rejected),
    itemsFailed: String(progress.counters.failed),
    ItemDetails: progress.items.map(({ index, ingestionStatus, remarks = '' }) => ({
      index: String(index),
      ingestionStatus,
      ingestionRemarks: remarks,
    })),
  }),
})

const successStatuses = new Set(['PROCESSED', 'SUCCESS', 'INPROGRESS'])

function remarksOf({ ingestionStatus = '', ingestionRemarks = '' }: ContentPlusIngestionStatus): Problem[] {
  if (ingestionRemarks === '' && successStatuses.has(ingestionStatus)) return []
  const message = ingestionRemarks || say`The service gave no reason.`
  return [
    {
      code: ingestionStatus || 'remark',
      path: '',
      message,
      severity: successStatuses.has(ingestionStatus) ? 'warning' : undefined,
    },
  ]
}
