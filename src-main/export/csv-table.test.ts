import { describe, expect, test } from 'vitest'
import { detectColumn } from '../import/columns/detect-mapping.ts'
import { fieldOfFeed } from '../import/columns/import-fields.ts'
import { csvColumns, csvHeading, csvRows } from './csv-table.ts'

const encode = (xml: string) => new TextEncoder().encode(xml)

describe('columns of the item table', () => {
  const columns = csvColumns.map(({ heading, feed }) => ({
    heading,
    field: feed === undefined ? undefined : fieldOfFeed(feed)?.path,
  }))
  test.each(columns.map(({ heading, field }) => [heading, field]))(
    'maps "%s" to %s on import',
    (heading, field) => {
      expect(detectColumn(heading)?.path).toBe(field)
    },
  )

  test('have unique headings and unique fields', () => {
    const headings = csvColumns.map(({ heading }) => heading)
    expect(new Set(headings).size).toBe(headings.length)
    const fields = columns.flatMap(({ field }) => field ?? [])
    expect(new Set(fields).size).toBe(fields.length)
  })
})

describe('rows of the item table', () => {
  const item = (name: string, more = '') => encode(`<item id="1"><name>${name}</name>${more}</item>`)
  const cellOf = (row: string, heading: string): string =>
    row.split(',')[csvColumns.findIndex((column) => column.heading === heading)] ?? ''

  test('quote commas, quotation marks and all kinds of line breaks, and end in CRLF', () => {
    const row = csvRows([item('a,b "c"&#13;d'), item('x&#10;y'), item('z&#13;&#10;z')], 'raw')
    expect(row).toContain('"a,b ""c""\rd"')
    expect(row).toContain('"x\ny"')
    expect(row).toContain('"z\r\nz"')
    expect(row.endsWith('\r\n')).toBe(true)
  })

  test('have a byte order mark, no formulas and complete codes for a spreadsheet', () => {
    const upcs = '<upcs><upc type="GTIN">036000291452</upc></upcs>'
    const bodies = [item('=cmd()', upcs)]
    expect(csvHeading('spreadsheet')).toBe(`\uFEFF${csvHeading('raw')}`)
    expect(cellOf(csvRows(bodies, 'spreadsheet'), 'Name')).toBe("'=cmd()")
    expect(cellOf(csvRows(bodies, 'spreadsheet'), 'GTIN')).toBe('"=""036000291452"""')
    expect(cellOf(csvRows(bodies, 'raw'), 'Name')).toBe('=cmd()')
    expect(cellOf(csvRows(bodies, 'raw'), 'GTIN')).toBe('036000291452')
  })

  test('contain the first valid GTIN and the category that the import would choose', () => {
    const row = csvRows(
      [
        item(
          'Tea',
          `<upcs><upc type="internal">A-7</upc><upc type="GTIN">96385074</upc></upcs>
           <categories><category type="shop" id="x">Drinks</category><category type="GPC" id="10000116">Tea bags</category></categories>`,
        ),
      ],
      'raw',
    )
    expect(cellOf(row, 'GTIN')).toBe('96385074')
    expect(cellOf(row, 'Product codes')).toBe('internal A-7 | GTIN 96385074')
    expect(cellOf(row, 'Category id')).toBe('10000116')
    expect(cellOf(row, 'All categories')).toBe('shop x Drinks | GPC 10000116 Tea bags')
  })
})
