import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { validate, writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { contentPlusDocument, ingestDocument, verifiedGtins } from './documents.ts'
import { brands, categories, departments, distributors, manufacturers, retailers } from './identities.ts'
import type { SampleProduct } from './model.ts'

interface Entry {
  id: string
  name: string
}
/** A lookup envelope with everything on one page, by name. */
function lookup<Kind extends string>(kind: Kind, entries: readonly Entry[]) {
  const sorted = entries
    .map(({ id, name }) => ({ id, name }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en'))
  return {
    numberOfResults: String(entries.length),
    resultsPerPage: '2147483647',
    startIndex: '0',
    ...({ [kind]: sorted } as Record<Kind, Entry[]>),
  }
}
const named = (pairs: readonly (readonly [string, string])[]): Entry[] =>
  pairs.map(([id, name]) => ({ id, name }))

/** The text of every document of the sample, by file name. @throws when a payload breaks its own schema */
export function sampleFiles(products: SampleProduct[]): Record<string, string> {
  const items = ingestDocument(products)
  const contentPlus = contentPlusDocument(products)
  const problems = [
    ...validate(documents.ingestItems, items),
    ...validate(documents.contentPlus, contentPlus),
  ]
  if (problems.length > 0)
    throw new Error(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return {
    'manufacturers.xml': writeDocument(documents.manufacturers, lookup('manufacturer', manufacturers), {
      indent: 2,
    }),
    'brands.xml': writeDocument(documents.brands, lookup('brand', Object.values(brands)), { indent: 2 }),
    'distributors.xml': writeDocument(documents.distributors, lookup('distributor', named(distributors)), {
      indent: 2,
    }),
    'retailers.xml': writeDocument(documents.retailers, lookup('retailer', named(retailers)), { indent: 2 }),
    'categories.json': `${JSON.stringify({ scheme: 'sample', departments, categories }, null, 2)}\n`,
    'verified.json': `${JSON.stringify(verifiedGtins(products), null, 1)}\n`,
    'items.xml': writeDocument(documents.ingestItems, items, { indent: 1 }),
    'content-plus.xml': writeDocument(documents.contentPlus, contentPlus, { indent: 1 }),
  }
}
