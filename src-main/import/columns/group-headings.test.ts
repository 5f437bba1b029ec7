import { expect, test } from 'vitest'
import { unitsOfRow } from './column-name.ts'
import { isBelowGroups, withGroups } from './group-headings.ts'

const rowOf = (line: number, text: string) => ({ line, text, cells: text.split(',') })

test('combines headings with the group heading above them', () => {
  const groups = rowOf(1, 'GTIN,Name,Weight,,Nutrition per 100 g,,Per serving,Case,')
  const names = rowOf(2, ',,Net,Gross,Energy (kcal),Fat per serving,Fat (g),GTIN,Height')
  expect(isBelowGroups(groups, names)).toBe(true)
  expect(withGroups(names, groups)).toEqual([
    'GTIN',
    'Name',
    'Net Weight',
    'Gross Weight',
    'Energy (kcal) per 100 g',
    'Fat per serving',
    'Fat (g) Per serving',
    'Case GTIN',
    'Case Height',
  ])
})

test('takes headings that name a field only together with their group', () => {
  const groups = { ...rowOf(1, 'GTIN,Name,Weight,'), spans: [[2, 3] satisfies [number, number]] }
  const names = rowOf(2, 'GTIN,Name,Net,Gross')
  expect(isBelowGroups(groups, names)).toBe(true)
  expect(withGroups(names, groups)).toEqual(['GTIN', 'Name', 'Net Weight', 'Gross Weight'])
})

test('uses merged cells as the width of a group in a workbook', () => {
  const groups = { ...rowOf(1, 'Nutrition per 100 g,,'), spans: [[0, 1] satisfies [number, number]] }
  expect(withGroups(rowOf(2, 'Fat,Salt,Sugars'), groups)).toEqual([
    'Fat per 100 g',
    'Salt per 100 g',
    'Sugars',
  ])
})

test('gives the unit of a group to the measures below it', () => {
  const names = rowOf(2, 'GTIN,Name,Length,Width (mm),Net,Brand')
  expect(withGroups(names, rowOf(1, 'Product,,Dimensions (cm),,Weight (g),'))).toEqual([
    'GTIN',
    'Name',
    'Length (cm)',
    'Width (mm)',
    'Net Weight (g)',
    'Brand',
  ])
})

test('does not treat titles as groups or products as headings', () => {
  const names = rowOf(3, 'GTIN,Name,Height')
  expect(withGroups(names, rowOf(2, 'Case list 2026,,'))).toEqual(['GTIN', 'Name', 'Height'])
  expect(withGroups(names, rowOf(1, 'Case,,Case'))).toEqual(['GTIN', 'Name', 'Height'])
  expect(isBelowGroups(rowOf(1, 'GTIN,Name,'), rowOf(2, '4006381333931,Tea,Brand'))).toBe(false)
  expect(isBelowGroups(rowOf(1, 'GTIN,Name,Brand'), rowOf(2, ',Brand,'))).toBe(false)
})

test('recognizes a row of units only if it has no product code and no number', () => {
  expect(unitsOfRow(['13 digits', 'text', 'kg', 'g/100 g'], ['code'])).toEqual([
    undefined,
    undefined,
    'kg',
    'g/100 g',
  ])
  expect(unitsOfRow(['4006381333931', 'Tea', 'kg'], ['code'])).toBeUndefined()
  expect(unitsOfRow(['', 'Tea', '5', 'kg'], ['code', undefined, undefined, undefined])).toBeUndefined()
  expect(unitsOfRow(['', 'Tea', 'kg'], ['code', undefined, 'unit'])).toBeUndefined()
})
