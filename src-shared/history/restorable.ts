import { atItem, recordAndFeed } from '../vocabulary/record-and-feed.ts'
import type { Difference } from './diff.ts'

/** The two feeds an earlier value can go back with. */
export type RestoreKind = 'refresh' | 'update'

/** The fields of a record that feeds carry: what is not here (the status, the stamps, identifiers of products) none has a place for. */
const carried = recordAndFeed
  .carried(atItem)
  .map(({ record, ...rest }) => ({ ...rest, record: record.replace(/\[\d+\]/g, '') }))

const isWithin = (field: string, prefix: string): boolean =>
  field === prefix || field.startsWith(`${prefix}/`)

/** Whether a draft of this kind can put the earlier side of a difference back. */
export function isRestorable(
  feed: RestoreKind,
  { kind, field }: Pick<Difference, 'kind' | 'field'>,
): boolean {
  if (kind === 'moved') return false
  const around = carried.filter(
    ({ record, byUpdate, isWhole }) =>
      (isWhole ? field === record : isWithin(field, record)) && (feed === 'refresh' || byUpdate),
  )
  const isLeftOut = around.some(
    ({ record, without, byIdentifier }) =>
      without.some((path) => isWithin(field, `${record}/${path}`)) ||
      // A name beside an identifier: a feed carries the identifier alone.
      (byIdentifier && kind === 'changed' && field === record),
  )
  return around.length > 0 && !isLeftOut
}
