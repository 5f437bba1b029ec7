import { say } from '../../texts/say.ts'
import { documents } from '../../vocabulary/documents.ts'
import { reportedErrors } from '../../vocabulary/elements/feed-status.ts'
import { commonStatus, countOf, indexOf, reportOfStatus, statusDocument } from './status-document.ts'

/** The status document of create, update and refresh feeds (specification, endpoint 11). */
export const itemStatus = statusDocument({
  endpoint: 'itemFeedStatus',
  document: documents.itemFeedStatus,
  statusOfEnd: { open: 'INPROGRESS', lost: 'SYSTEM_ERROR', arrived: 'SUCCESS', unknown: 'TIMEOUT_ERROR' },
  report: (status, offset) =>
    reportOfStatus(
      status,
      { succeeded: countOf(status.itemsSucceeded), failed: countOf(status.itemsFailed) },
      (status.ItemDetails ?? []).map((detail, position) => ({
        index: indexOf(detail, offset + position),
        productCode: detail.productCode ?? '',
        ingestionStatus: detail.ingestionStatus ?? '',
        problems: reportedErrors(detail).map(({ code, type, field, description }) => ({
          code: code || type || 'rejected',
          path: field ?? '',
          message: description || code || type || say`The service gave no reason.`,
        })),
      })),
    ),
  status: (progress) => ({
    ...commonStatus(progress),
    itemsFailed: String(progress.counters.failed + progress.counters.rejected),
    ItemDetails: progress.items.map(({ productCode = '', index, ingestionStatus, errors }) => ({
      productCode,
      index: String(index),
      ingestionStatus,
      ingestionErrors: errors.map((error) => ({ ...error })),
    })),
  }),
})
