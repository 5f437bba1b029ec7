/**
 * Makes the sample catalog: the lookup lists, items.xml, content-plus.xml and, with `--pictures FONTS`, the pack shots.
 * The same input always gives the same catalog. `FONTS` is a folder with the font packages of README.md; the pictures
 * are committed, so only who changes them needs it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { validate, writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { contentPlusDocument, ingestDocument } from './generator/documents.ts'
import { brands, categories, departments, distributors, manufacturers, retailers } from './generator/identities.ts'
import { sampleProducts } from './generator/products.ts'

const { values } = parseArgs({ options: { pictures: { type: 'string' }, only: { type: 'string' } } })
const file = (name: string) => new URL(name, import.meta.url)

/** An envelope of a lookup list, everything on one page. */
function lookup<Kind extends string>(kind: Kind, entries: readonly { id: string; name: string }[]) {
  const sorted = entries.map(({ id, name }) => ({ id, name })).sort((left, right) => left.name.localeCompare(right.name, 'en'))
  return { numberOfResults: String(entries.length), resultsPerPage: '2147483647', startIndex: '0', [kind]: sorted } as Record<Kind, typeof sorted> & { numberOfResults: string; resultsPerPage: string; startIndex: string }
}
const named = (pairs: readonly (readonly [string, string])[]) => pairs.map(([id, name]) => ({ id, name }))

const products = sampleProducts()
const items = ingestDocument(products)
const contentPlus = contentPlusDocument(products)
const problems = [...validate(documents.ingestItems, items), ...validate(documents.contentPlus, contentPlus)]
if (problems.length > 0) throw new Error(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'))
const twice = products.find(({ gtin }, index) => products.findIndex((each) => each.gtin === gtin) !== index)
if (twice) throw new Error(`${twice.name} has the GTIN of another item`)

writeFileSync(file('manufacturers.xml'), writeDocument(documents.manufacturers, lookup('manufacturer', manufacturers), { indent: 2 }))
writeFileSync(file('brands.xml'), writeDocument(documents.brands, lookup('brand', Object.values(brands)), { indent: 2 }))
writeFileSync(file('distributors.xml'), writeDocument(documents.distributors, lookup('distributor', named(distributors)), { indent: 2 }))
writeFileSync(file('retailers.xml'), writeDocument(documents.retailers, lookup('retailer', named(retailers)), { indent: 2 }))
writeFileSync(file('categories.json'), `${JSON.stringify({ scheme: 'sample', departments, categories }, null, 2)}\n`)
writeFileSync(file('items.xml'), writeDocument(documents.ingestItems, items, { indent: 1 }))
writeFileSync(file('content-plus.xml'), writeDocument(documents.contentPlus, contentPlus, { indent: 1 }))
console.error(`${products.length} items of ${Object.keys(brands).length} brands in ${new Set(products.map(({ department }) => department)).size} departments`)

if (values.pictures !== undefined) {
  mkdirSync(file('pictures/'), { recursive: true })
  const { drawPictures } = await import('./generator/pack/pictures.ts')
  await drawPictures(products, { fonts: values.pictures, folder: file('pictures/').pathname, ...(values.only ? { only: values.only } : {}) })
}
