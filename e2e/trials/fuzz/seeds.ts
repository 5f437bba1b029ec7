/** Initial documents: serialized random values of the vocabulary, the samples, and pages of items. */
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { itemXml, page } from '../../../src-main/catalog/fixtures/item-xml.ts'
import { type DocumentName, documents } from '../../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../../src-shared/vocabulary/identify-document.ts'
import type { DocumentDescription } from '../../../src-shared/vocabulary/kit/description.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { arbitrary } from '../../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { mangled, mutated } from '../../../src-shared/vocabulary/kit/testing/mutations.ts'
import type { Random } from '../random.ts'

export interface Start {
  name: DocumentName
  bytes: Uint8Array
}

const samples = new URL('../../../src-shared/vocabulary/samples/', import.meta.url).pathname

/** The hand-written samples, valid and invalid. */
export const sampleStarts = (): Start[] =>
  globSync(`${samples}{accepted,rejected}/*.xml`)
    .toSorted()
    .map((file) => {
      const bytes = readFileSync(file)
      return { name: identifyDocument(bytes) ?? 'ingestItems', bytes }
    })

const described = Object.entries(documents) as [DocumentName, DocumentDescription][]
/** The document types that are received most from other programs: item answers and feeds. */
const usual: DocumentName[] = [
  'items',
  'items',
  'items',
  'items',
  'ingestItems',
  'ingestItems',
  'contentPlus',
]

const pages = fc.array(itemXml, { maxLength: 3 }).map((items) => page(items.join('\n')).toString())
const written = new Map(
  described.map(([name, description]) => [
    name,
    arbitrary(description).map((value) => writeDocument(description, value)),
  ]),
)

/** A new document; in half of the cases its meaning is damaged. */
export function makeStart(random: Random): Start {
  const name = random.once(3) ? random.pick(described)[0] : random.pick(usual)
  const arbitraryXml = name === 'items' && !random.once(3) ? pages : written.get(name)
  if (arbitraryXml === undefined) throw new Error(`${name} is not described`)
  const sound = sample(arbitraryXml, random)
  const damage = random.below(4)
  const xml =
    damage === 0 ? sample(mutated(sound), random) : damage === 1 ? sample(mangled(sound), random) : sound
  return { name, bytes: Buffer.from(xml) }
}

function sample(arbitraryText: fc.Arbitrary<string>, random: Random): string {
  const [made] = fc.sample(arbitraryText, { seed: random.below(2 ** 31), numRuns: 1 })
  return made ?? ''
}
