import { expect, test } from 'vitest'
import { exportFileName } from './model.ts'

const now = Date.UTC(2026, 10, 21, 23, 59)
const search = { selection: { text: 'tea', brandIds: [], manufacturerIds: [] } }

test.each([
  [{ source: search, format: 'csv' }, 'items-2026-11-21.csv'],
  [{ source: search, format: 'items' }, 'items-2026-11-21.xml'],
  [{ source: { itemIds: ['20', '21'] }, format: 'contentplus' }, 'content-plus-2026-11-21.xml'],
  [{ source: { itemIds: ['20'] }, format: 'items' }, 'items-item-20-2026-11-21.xml'],
  [
    { source: { itemIds: ['20'] }, format: 'contentplus', retailerIds: ['r/7'] },
    'content-plus-item-20-retailer-r_7-2026-11-21.xml',
  ],
  [
    { source: { itemIds: ['../x'.repeat(60)] }, format: 'csv' },
    /^items-item-[^/\\]{80,120}-2026-11-21\.csv$/,
  ],
] as const)('%j has the file name %s', (request, expected) => {
  const name = exportFileName(structuredClone(request) as Parameters<typeof exportFileName>[0], now)
  if (typeof expected === 'string') expect(name).toBe(expected)
  else expect(name).toMatch(expected)
})
