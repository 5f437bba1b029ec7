import { expect, test } from 'vitest'
import { nutrientCodes } from '../../../../src-shared/gdsn/nutrients.ts'
import { panelRows } from '../../../../src-shared/gdsn/nutrition-rows.ts'
import { gdsnRows } from '../../../../src-shared/gdsn/rows.ts'
import { fieldAt } from '../../columns/import-fields.ts'
import { gdsnMapping } from './record-cells.ts'

test('maps every GDSN row to a column with a field, except one that no feed has', () => {
  const fields = new Set(Object.values(gdsnMapping))
  for (const path of fields) expect(fieldAt.has(path)).toBe(true)
  const shares = nutrientCodes.filter(({ percent }) => percent !== undefined).length
  const lastName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const without = gdsnRows.filter(
    ({ record, gdsn }) => record !== '' && !record.includes('nutritions') && !(lastName(gdsn) in gdsnMapping),
  )
  expect(without.map(({ record }) => record)).toEqual(['packageData/dryWeight'])
  expect(Object.keys(gdsnMapping)).toHaveLength(
    gdsnRows.filter(({ record }) => record !== '').length - 2 + panelRows.length - 1 + shares,
  )
})
