import { expect, test } from 'vitest'
import type { Item } from '../vocabulary/elements/item.ts'
import { textAt } from './label/testing/texts.ts'
import { labelFindings } from './label-findings.ts'

const item: Item = {
  id: '1',
  packageData: { netWeight: { measure: '500', uom: 'GRM' } },
  products: [{ grocery: { ingredients: 'Sugar, water' } }],
}
const picture = (sha256: string, ...texts: string[]) => ({
  sha256,
  view: 'A1C1',
  text: { width: 200, height: 100, texts: texts.map((text, line) => textAt(0, line, text)), codes: [] },
})
const path = 'packageData/netWeight'

test('a value that differs has its place in the picture', () => {
  expect(labelFindings(item, [picture('a', 'Net wt 1.5 kg')])).toEqual([
    {
      kind: 'label-differs',
      sha256: 'a',
      view: 'A1C1',
      message: 'Net content: the label shows 1.5 kg, the record 500 g.',
      value: {
        ...{ path, label: 'Net content', recorded: '500 g', printed: '1.5 kg' },
        box: { x: expect.closeTo(0.35), y: 0, width: expect.closeTo(0.3), height: expect.closeTo(0.2) },
      },
    },
  ])
})

test('a value that one picture confirms differs in no other', () => {
  const other = picture('a', 'Net wt 1.5 kg')
  const right = picture('b', 'Net wt 500 g')
  for (const pictures of [
    [other, right],
    [right, other],
  ])
    expect(labelFindings(item, pictures)).toMatchObject([
      {
        kind: 'label-found',
        sha256: 'b',
        message: 'Net content: the label agrees with the record.',
      },
    ])
})

test('an allergen that only the label names is reported once', () => {
  const list = ['Ingredients: sugar, water,', 'milk powder']
  const findings = labelFindings(item, [picture('a', ...list), picture('b', ...list)])
  expect(findings.filter(({ kind }) => kind !== 'label-found')).toMatchObject([
    {
      kind: 'allergen',
      sha256: 'a',
      value: { label: 'Milk', recorded: '', printed: 'milk powder' },
      message: 'Milk: the label names this allergen (milk powder), and the ingredients of the record do not.',
    },
  ])
})

test('what no picture shows is no finding', () => {
  expect(labelFindings(item, [picture('a', 'Good morning')])).toEqual([])
  expect(labelFindings(item, [])).toEqual([])
})
