import { describe, expect, test } from 'vitest'
import { addElement, elementAt, gdsnElement } from './element.ts'
import { recordOf, tradeItemOf } from './trade-item.ts'

const nutrientHeader = 'tradeItemInformation/extension/nutritionalInformationModule/nutrientHeader'

test.each([
  [[['metric', '100', 'GRM']], ['nutrientBasisQuantity 100 GRM', 'nutrientBasisQuantityTypeCode BY_MEASURE']],
  [
    [['metric', '100.0', 'ml']],
    ['nutrientBasisQuantity 100.0 MLT', 'nutrientBasisQuantityTypeCode BY_MEASURE'],
  ],
  [[['metric', '30', 'GRM']], ['nutrientBasisQuantityTypeCode BY_SERVING', 'servingSize 30 GRM']],
  [
    [
      ['metric', '100', 'GRM'],
      ['other', '1', 'pot'],
    ],
    ['nutrientBasisQuantityTypeCode BY_SERVING', 'servingSize 100 GRM', 'servingSizeDescription 1 pot'],
  ],
])('writes a panel for %j as %j', (sizes, expected) => {
  const servingSizes = sizes.map(([type, measure, uom]) => ({ type, measure, uom }))
  const item = { products: [{ grocery: { nutritions: [{ servingSizes }] } }] }
  const written = elementAt(tradeItemOf(item, { language: 'en', targetMarket: 'CA' }), nutrientHeader)
  expect(
    written.children
      .slice(1)
      .map(({ name, text, attributes: { measurementUnitCode } }) =>
        [name, text, measurementUnitCode].filter(Boolean).join(' '),
      ),
  ).toEqual(expected)
})

describe('a panel from another company', () => {
  function nutrient(code: string, ...amounts: [amount: string, unit: string][]) {
    const item = gdsnElement('tradeItem')
    const header = elementAt(item, nutrientHeader)
    const detail = addElement(header, 'nutrientDetail')
    addElement(detail, 'nutrientTypeCode', code)
    for (const [amount, unit] of amounts)
      addElement(detail, 'quantityContained', amount, { measurementUnitCode: unit })
    return item
  }
  const panel = (item: ReturnType<typeof gdsnElement>) => {
    const { item: record, homeless } = recordOf(item, { language: 'en' })
    return { ...record.products?.[0]?.grocery?.nutritions?.[0], homeless }
  }

  test('converts kilojoules only if there are no kilocalories', () => {
    expect(panel(nutrient('ENER-', ['1046', 'KJO']))).toMatchObject({ energy: '250', homeless: [] })
    expect(panel(nutrient('ENER-', ['1046', 'KJO'], ['251', 'E14']))).toMatchObject({
      energy: '251',
      homeless: [
        {
          path: 'nutritionalInformationModule/nutrientHeader/nutrientDetail (ENER-)/quantityContained',
          text: '1046',
        },
      ],
    })
  })
  test('reads calculated energy as energy', () => {
    expect(panel(nutrient('ENERC', ['96', 'E14']))).toMatchObject({ energy: '96', homeless: [] })
  })
  test('leaves an amount that is a bound', () => {
    for (const code of ['FAT', 'ENER-', 'SALTEQ']) {
      const item = nutrient(code, ['0.5', code === 'ENER-' ? 'E14' : 'GRM'])
      addElement(elementAt(item, `${nutrientHeader}/nutrientDetail`), 'measurementPrecisionCode', 'LESS_THAN')
      const { homeless, energy, sodium, totalFat } = panel(item)
      expect([energy, sodium, totalFat]).toEqual([undefined, undefined, undefined])
      expect(homeless.map(({ text }) => text)).toEqual(expect.arrayContaining(['0.5', 'LESS_THAN']))
    }
  })
  test('converts salt to sodium', () => {
    expect(panel(nutrient('SALTEQ', ['1.25', 'GRM']))).toMatchObject({
      sodium: { uom: 'MGM', text: '500' },
      homeless: [],
    })
  })
  test.each([
    ['BY_MEASURE', ['100 GRM'], 'servingSize 30, servingSizeDescription 1 cup'],
    ['BY_SERVING', ['30 GRM', '1 cup'], 'nutrientBasisQuantity 100'],
    ['', ['100 GRM'], 'servingSize 30, servingSizeDescription 1 cup'],
    [
      'CONTAINER',
      [],
      'nutrientBasisQuantityTypeCode CONTAINER, nutrientBasisQuantity 100, servingSize 30, servingSizeDescription 1 cup',
    ],
  ])('reads the basis of amounts %s; the rest has no place', (code, sizes, rest) => {
    const item = nutrient('FAT', ['5', 'GRM'])
    const header = elementAt(item, nutrientHeader)
    addElement(header, 'nutrientBasisQuantityTypeCode', code)
    addElement(header, 'nutrientBasisQuantity', '100', { measurementUnitCode: 'GRM' })
    addElement(header, 'servingSize', '30', { measurementUnitCode: 'GRM' })
    addElement(header, 'servingSizeDescription', '1 cup')
    const { servingSizes = [], homeless } = panel(item)
    expect(servingSizes.map(({ measure, uom }) => `${measure} ${uom}`)).toEqual(sizes)
    const names = homeless.map(({ path, text }) => `${path.split('/').at(-1)} ${text}`)
    expect(names.join(', ')).toBe(rest)
  })
  test('uses a serving as basis only if its code says so, or without another basis', () => {
    const sizesOf = (code: string, size: string) => {
      const item = nutrient('FAT', ['5', 'GRM'])
      const header = elementAt(item, nutrientHeader)
      addElement(header, 'nutrientBasisQuantityTypeCode', code)
      addElement(header, size, '30', { measurementUnitCode: 'GRM' })
      return panel(item).servingSizes?.map(({ measure }) => measure)
    }
    expect(sizesOf('BY_SERVING', 'nutrientBasisQuantity')).toEqual(['30'])
    expect(sizesOf('', 'servingSize')).toEqual(['30'])
    expect(sizesOf('BY_MEASURE', 'servingSize')).toBeUndefined()
  })
  test('reports an unsupported nutrient by its code', () => {
    expect(panel(nutrient('CAFFN', ['32', 'MGM'])).homeless.map(({ path }) => path)).toEqual([
      'nutritionalInformationModule/nutrientHeader/nutrientDetail (CAFFN)/nutrientTypeCode',
      'nutritionalInformationModule/nutrientHeader/nutrientDetail (CAFFN)/quantityContained',
    ])
  })
  test('leaves an amount that is no number, or of four million digits', () => {
    for (const amount of ['a trace', '9'.repeat(4_000_000)]) {
      const { iron, homeless } = panel(nutrient('FE', [amount, 'MGM']))
      expect(iron).toBeUndefined()
      expect(homeless).toHaveLength(2)
    }
  })
})
