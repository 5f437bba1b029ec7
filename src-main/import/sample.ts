import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LookupEntry, type LookupKind, lookupKinds } from '../../src-shared/catalog/model.ts'
import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { createIngestion } from '../feeds/targets/sandbox/index.ts'
import type { Media } from '../media/index.ts'
import type { Clock } from '../platform/clock.ts'
import { lacksImageLibrary } from '../platform/image-library.ts'
import type { Storage } from '../storage/index.ts'

interface SampleOptions {
  storage: Storage
  media: Media
  clock: Clock
  /** The folder `resources/sample`: lookup envelopes, an item feed, a Content+ feed, pictures. */
  directory: string
}

/**
 * Base address of the pictures in the sample's items. There is no server: the files are included in the
 * program.
 */
const pictureBase = 'https://media.catalog-desk.example/sample/'
const lookupFiles = {
  manufacturer: 'manufacturers.xml',
  brand: 'brands.xml',
  distributor: 'distributors.xml',
  retailer: 'retailers.xml',
} as const
const feeds: [FeedKind, string][] = [
  ['create', 'items.xml'],
  ['contentplus', 'content-plus.xml'],
]

/**
 * Fills an empty sandbox with the sample catalog as a user would: first the lists, then the feeds, which are
 * ingested like any others.
 */
export async function loadSample({ storage, media, clock, directory }: SampleOptions): Promise<void> {
  const catalog = storage.writer(catalogWriter)
  for (const kind of lookupKinds) {
    const entries = await lookupEntries(join(directory, lookupFiles[kind]), kind)
    await catalog.putLookups(kind, entries, { complete: true })
  }
  const { entries, parents } = await categoryTree(join(directory, 'categories.json'))
  await catalog.putLookups('category', entries)
  await catalog.putCategoryTree(parents)
  const pictures = join(directory, 'pictures')
  const files = await readdir(pictures)
  const read = files.map(async (file) => ({
    url: pictureBase + file,
    bytes: await readFile(join(pictures, file)),
  }))
  await media.keep(await Promise.all(read), { trusted: true }).catch((error: unknown) => {
    // The sample is useful without its pictures.
    if (!lacksImageLibrary(error)) throw error
  })
  const ingestion = createIngestion({ storage, clock })
  try {
    for (const [kind, file] of feeds) {
      await ingestion.submit({ kind, body: await readFile(join(directory, file)), username: 'sample' })
      await ingestion.idle()
    }
  } finally {
    await ingestion.close()
  }
  // The record has no field for it: only `v` of an item search returns it.
  const verified: string[] = JSON.parse(await readFile(join(directory, 'verified.json'), 'utf8'))
  const found = await storage.reader(catalogReader).itemsByCode(verified)
  await catalog.setVerified(found.flat())
}

/** Each list has its own envelope (specification, "Lookup list envelope"). */
const readers = {
  manufacturer: (xml: Uint8Array) => parseDocument(documents.manufacturers, xml).value?.manufacturer,
  brand: (xml: Uint8Array) => parseDocument(documents.brands, xml).value?.brand,
  distributor: (xml: Uint8Array) => parseDocument(documents.distributors, xml).value?.distributor,
  retailer: (xml: Uint8Array) => parseDocument(documents.retailers, xml).value?.retailer,
}

async function lookupEntries(file: string, kind: LookupKind): Promise<LookupEntry[]> {
  const entries = readers[kind](await readFile(file)) ?? []
  return entries.map(({ id = '', name = '' }) => ({ id, name }))
}

/**
 * The service has no list of categories; the sample includes the names of its categories and their
 * departments.
 */
async function categoryTree(
  file: string,
): Promise<{ entries: LookupEntry[]; parents: [id: string, parent: string][] }> {
  const read: { categories: Record<string, string>; departments: Record<string, string> } = JSON.parse(
    await readFile(file, 'utf8'),
  )
  const entries = Object.entries({ ...read.departments, ...read.categories })
  const departmentOf = (id: string) => Object.keys(read.departments).find((one) => id.startsWith(one))
  return {
    entries: entries.map(([id, name]) => ({ id, name })),
    parents: Object.keys(read.categories).map((id) => [id, departmentOf(id) ?? '']),
  }
}
