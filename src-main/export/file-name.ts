import type { ExportRequest } from '../../src-shared/rpc/export-contract.ts'

const kinds: Record<ExportRequest['format'], { name: string; ending: string; mimeType: string }> = {
  items: { name: 'items', ending: 'xml', mimeType: 'application/xml; charset=utf-8' },
  csv: { name: 'items', ending: 'csv', mimeType: 'text/csv; charset=utf-8' },
  contentplus: { name: 'content-plus', ending: 'xml', mimeType: 'application/xml; charset=utf-8' },
}

export const mimeTypeOf = (format: ExportRequest['format']): string => kinds[format].mimeType

/** `items-2026-11-21.csv`, `content-plus-item-20-retailer-7-2026-11-21.xml`: what it holds, and of which day (UTC). */
export function fileNameOf({ source, format, retailerIds }: ExportRequest, now: number): string {
  const { name, ending } = kinds[format]
  const only = 'itemIds' in source && source.itemIds.length === 1 ? ['item', source.itemIds[0] ?? ''] : []
  const retailer = retailerIds?.length === 1 ? ['retailer', retailerIds[0] ?? ''] : []
  const day = new Date(now).toISOString().slice(0, 10)
  const words = [name, ...only, ...retailer, day].map((word) => word.replace(/[^\p{L}\p{N}._-]+/gu, '_'))
  return `${words.join('-').slice(0, 150)}.${ending}`
}
