import type { ExportRequest } from './export/model.ts'

const kinds: Record<ExportRequest['format'], { name: string; ending: string }> = {
  items: { name: 'items', ending: 'xml' },
  csv: { name: 'items', ending: 'csv' },
  contentplus: { name: 'content-plus', ending: 'xml' },
}

/**
 * What the file of an export is called unless a person says otherwise: what it holds, and of which day (UTC), such as
 * `items-2026-11-21.csv` or `content-plus-item-20-retailer-7-2026-11-21.xml`.
 * @param now milliseconds since the epoch
 */
export function exportFileName(
  { source, format, retailerIds }: Pick<ExportRequest, 'source' | 'format' | 'retailerIds'>,
  now: number,
): string {
  const { name, ending } = kinds[format]
  const only = 'itemIds' in source && source.itemIds.length === 1 ? ['item', source.itemIds[0] ?? ''] : []
  const retailer = retailerIds?.length === 1 ? ['retailer', retailerIds[0] ?? ''] : []
  const day = new Date(now).toISOString().slice(0, 10)
  const words = [name, ...only, ...retailer].map((word) => word.replace(/[^\p{L}\p{N}._-]+/gu, '_'))
  return `${words.join('-').slice(0, 120)}-${day}.${ending}`
}
