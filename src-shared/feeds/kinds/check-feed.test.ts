import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Problem } from '../../problem.ts'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { feedLimits } from '../../vocabulary/kit/limits.ts'
import { arbitrary } from '../../vocabulary/kit/testing/arbitrary.ts'
import { mutated } from '../../vocabulary/kit/testing/mutations.ts'
import { namespaceName } from '../../vocabulary/namespaces.ts'
import { checkFeed, checkItems } from './check-feed.ts'
import { feedKinds, kinds } from './kinds.ts'
import type { PayloadItem } from './payload.ts'

const feed = `<?xml version="1.0"?>
<items xmlns="${namespaceName('/feed/item')}">
  <item type="grocery">
    <ecommerceTitle>Oat drink</ecommerceTitle>
    <productCodes>
      <productCode type="GTIN">9521234000015</productCode>
    </productCodes>
    <manufacturerId>7</manufacturerId>
    <products>
      <product>
        <seasonal>maybe</seasonal>
        <description>Oat drink, one litre</description>
      </product>
    </products>
  </item>
</items>`
const found = (xml: string) =>
  checkFeed('create', xml).problems.map(({ line, path, code }) => `${line} ${path} ${code}`)

describe('checking a feed', () => {
  test('reports schema and rule problems with their lines, in document order', () => {
    expect(found(feed)).toEqual([
      '3 items/item[1]/categoryId CATEGORY_REQUIRED',
      '6 items/item[1]/productCodes/productCode[1] GTIN_INVALID',
      '10 items/item[1]/products/product[1]/brandId BRAND_REQUIRED',
      '11 items/item[1]/products/product[1]/seasonal invalid',
    ])
  })
  test('reports malformed XML as one problem with its line', () => {
    expect(found(feed.replace('</products>', ''))).toEqual([
      expect.stringMatching(/^\d+ .* not-well-formed$/),
    ])
  })
  test('reports a plain & or < at its position, with the correct spelling', () => {
    const titled = (title: string) => {
      const [problem, ...others] = checkFeed('create', feed.replace('Oat drink<', `${title}<`)).problems
      expect(others).toEqual([])
      const { code, path, line, column, message } = problem ?? { message: '' }
      expect({ code, path }).toEqual({ code: 'not-well-formed', path: 'items/item[1]/ecommerceTitle' })
      return `${line}:${column} ${message.replace('This is not well-formed XML: ', '')}`
    }
    expect(titled('Oat & drink')).toBe('4:25 a plain & is not allowed here; write &amp;.')
    expect(titled('Oat &amp drink')).toBe('4:25 &amp lacks its semicolon; write &amp;.')
    expect(titled('Oat &eacute; drink')).toBe(
      '4:25 &eacute; is no reference of XML; write the character itself, or &amp; for a plain &.',
    )
    expect(titled('Oat\n < 5 %')).toBe('5:2 this < does not begin a tag; write &lt; for a plain <.')
    expect(titled('Oat <max 5 %')).toBe('4:25 what follows this < is not a tag; write &lt; for a plain <.')
  })
  test('reports stray text at its line', () => {
    const stray = feed
      .replace('<products>', '<products>\n first\n')
      .replace('<product>', '<product>\n<![CDATA[ \n second]]>')
      .replace('</items>', 'third</items>')
    const found = checkFeed('create', stray).problems.filter(({ code }) => code === 'unexpected-text')
    expect(found.map(({ line, column, path }) => `${line}:${column} ${path}`)).toEqual([
      '10:2 items/item[1]/products',
      '14:2 items/item[1]/products/product[1]',
      '20:1 items',
    ])
  })
  test('reports a wrong namespace once, regardless of the number of elements in it', () => {
    const other = 'urn:other'
    const codes = (xml: string) =>
      checkFeed('refresh', xml).problems.filter(({ code }) => !code.includes('_'))
    expect(
      codes(feed.replace('<seasonal>maybe</seasonal>', '').replace(/xmlns="[^"]*"/, `xmlns="${other}"`)),
    ).toEqual([
      {
        code: 'namespace',
        path: 'items',
        message: `items is in the namespace urn:other; ${namespaceName('/feed/item')} was expected. Write xmlns="${namespaceName('/feed/item')}" in its start tag.`,
        line: 2,
        column: 1,
      },
    ])
    const items = `<item xmlns="${other}"><ecommerceTitle>Oats</ecommerceTitle></item>`.repeat(40)
    expect(codes(`<items xmlns="${namespaceName('/feed/item')}">${items}</items>`)).toMatchObject([
      {
        code: 'unknown-element',
        path: 'items/item',
        message: expect.stringMatching(/^item is in the namespace urn:other/),
      },
    ])
  })
  test('accepts xml:* attributes everywhere', () => {
    const marked = feed
      .replace('<items ', '<items xml:lang="en" ')
      .replace('<ecommerceTitle', '<ecommerceTitle xml:space="preserve"')
      .replace('<productCodes', '<productCodes xml:lang="de"')
    expect(found(marked)).toEqual(found(feed))
  })
  test('locates problems in UTF-16 bytes', () => {
    const bytes = new Uint8Array(
      Buffer.from(
        `\ufeff${feed.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-16"?>')}`,
        'utf16le',
      ),
    )
    expect(checkFeed('create', bytes).problems.map(({ line }) => line)).toEqual([3, 6, 10, 11])
  })
})

describe('checkItems', () => {
  const words = (problems: Problem[]) =>
    problems.map(({ path, code, message }) => `${path} ${code} ${message}`).toSorted()

  test('finds the same problems as the check of the text, without lines', () => {
    const { items = [], problems } = checkFeed('create', feed)
    const fromValues = checkItems('create', items)
    expect(words(fromValues)).toEqual(words(problems))
    expect(fromValues.every(({ line }) => line === undefined)).toBe(true)
  })

  test.each(feedKinds)('finds the same problems as the check of the text in any %s feed', (kind) => {
    const { payload } = kinds[kind]
    const damaged = arbitrary(payload.document).chain((value) =>
      mutated(payload.write((value as unknown as { item: PayloadItem[] }).item)),
    )
    fc.assert(
      fc.property(damaged, (xml) => {
        const { items } = payload.read(xml)
        if (items === undefined || items.length === 0) return
        expect(words(checkItems(kind, items))).toEqual(words(checkFeed(kind, payload.write(items)).problems))
      }),
      { numRuns: numberOfCases(200) },
    )
  })

  test('reports an item and a text that exceed the limits', () => {
    const text = 'x'.repeat(feedLimits.textBytes)
    const long = { ecommerceTitle: `${text}x` }
    expect(checkItems('refresh', [long])).toContainEqual(
      expect.objectContaining({ path: 'items/item[1]/ecommerceTitle', code: 'text-too-long' }),
    )
    const large = { products: [text, text, text, text, 'x'].map((description) => ({ description })) }
    const tooLarge = expect.objectContaining({ path: 'items/item[2]', code: 'item-too-large' })
    expect(checkItems('refresh', [{}, large])).toContainEqual(tooLarge)
    expect(checkItems('refresh', [{}, { products: large.products.slice(1) }])).not.toContainEqual(tooLarge)
  })
})
