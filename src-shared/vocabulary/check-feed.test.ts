import { describe, expect, test } from 'vitest'
import { checkFeed, checkFeedValue } from './check-feed.ts'
import { namespaceName } from './namespaces.ts'

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
  test('schema and rules together, each with its line, in the order of the text', () => {
    expect(found(feed)).toEqual([
      '3 items/item[1]/categoryId CATEGORY_REQUIRED',
      '6 items/item[1]/productCodes/productCode[1] GTIN_INVALID',
      '10 items/item[1]/products/product[1]/brandId BRAND_REQUIRED',
      '11 items/item[1]/products/product[1]/seasonal invalid',
    ])
  })
  test('what is not well-formed is one problem with its line', () => {
    expect(found(feed.replace('</products>', ''))).toEqual([
      expect.stringMatching(/^\d+ .* not-well-formed$/),
    ])
  })
  test('bytes in UTF-16 are located like text', () => {
    const bytes = new Uint8Array(
      Buffer.from(
        `\ufeff${feed.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-16"?>')}`,
        'utf16le',
      ),
    )
    expect(checkFeed('create', bytes).problems.map(({ line }) => line)).toEqual([3, 6, 10, 11])
  })
  test('a value at hand is judged like its text, without lines', () => {
    const { items, problems } = checkFeed('create', feed)
    const words = ({ path, code }: { path: string; code: string }) => `${path} ${code}`
    const ofValue = checkFeedValue('create', items ?? { item: [] })
    expect(ofValue.map(words).toSorted()).toEqual(problems.map(words).toSorted())
    expect(ofValue.every(({ line }) => line === undefined)).toBe(true)
  })
})
