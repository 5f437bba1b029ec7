import { hash } from 'node:crypto'
import { indexedWords } from '../../../src-shared/values/fold.ts'
import { gtin14 } from '../../../src-shared/values/gtin.ts'
import { packOutline } from '../../../src-shared/vocabulary/outline.ts'
import type { ItemRow } from '../../storage/index.ts'
import type { Party, ScannedItem } from '../scan/scanned-item.ts'
import { instant } from './instant.ts'
import { type ItemFacts, itemFacts, sizeText } from './item-facts.ts'
import { fillerOf } from './row-filling.ts'

/** The columns, codes and words by which an item is found. All of them can be recomputed from the body. */
export interface ItemProjection {
  /**
   * The row of `item`, without values that are not in the record. A column added by a migration gets its
   * value here.
   */
  columns: Omit<ItemRow, 'seq' | 'verified'>
  outline: Uint8Array
  /** Brands and manufacturers other than the first. */
  otherParties: (Party & { kind: 'brand' | 'manufacturer' })[]
  codes: { gtin14: string | undefined; code: string; type: string }[]
  words: { name: string; brand: string; text: string; code: string }
  facts: ItemFacts
}

const noParty: Party = { id: '', name: '' }
/** A brand without an identifier uses its name as one, so that its items can be found. */
const withIdentifier = ({ id, name }: Party): Party => ({ id: id || name, name })

export function projectItem(body: Uint8Array, scanned: ScannedItem): ItemProjection {
  const brands = scanned.brands.map(withIdentifier)
  const manufacturers = scanned.manufacturers.map(withIdentifier)
  const brand = brands[0] ?? noParty
  const manufacturer = manufacturers[0] ?? noParty
  const updated = instant(scanned.updated)
  const created = instant(scanned.created)
  const codes = scanned.codes.map(({ code, type }) => ({ gtin14: gtin14(code), code, type }))
  return {
    columns: {
      id: scanned.id,
      hash: bodyHash(body),
      status: scanned.status,
      name: scanned.name,
      brand_id: brand.id,
      brand: brand.name,
      manufacturer_id: manufacturer.id,
      manufacturer: manufacturer.name,
      code: codes[0]?.code ?? '',
      updated_at: updated ?? created ?? 0,
      updated: scanned.updated,
      created_at: created ?? 0,
      size: sizeText(scanned),
    },
    outline: packOutline(scanned.outline, (length) => fillerOf(length + body.length)),
    otherParties: [...others('brand', brands), ...others('manufacturer', manufacturers)],
    codes,
    words: {
      name: searchable(scanned.name),
      brand: searchable([...new Set([...brands, ...manufacturers].map(({ name }) => name))].join('\n')),
      text: searchable(scanned.texts.join('\n')),
      code: searchable(codes.map((code) => codeWords(code.gtin14, code.code)).join('\n')),
    },
    facts: itemFacts(scanned, {
      brand,
      manufacturer,
      updatedAt: updated ?? created ?? 0,
      gtin14: codes.find((code) => code.gtin14 !== undefined)?.gtin14,
    }),
  }
}

/** The first 128 bits of SHA-256, enough to detect a changed body. */
const bodyHash = (body: Uint8Array): Buffer => hash('sha256', body, 'buffer').subarray(0, 16)

function others<Kind extends string>(kind: Kind, [first, ...rest]: Party[]): (Party & { kind: Kind })[] {
  const byId = new Map(
    rest.filter(({ id }) => id !== first?.id).map((party) => [party.id, { kind, ...party }]),
  )
  return [...byId.values()]
}

/** Text for the full-text index, whose tokenizer only folds and splits ASCII. */
const searchable = (text: string): string => (isAscii(text) ? text : indexedWords(text))
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** The words of a code, with and without leading zeros, because both are typed. */
const codeWords = (padded: string | undefined, code: string): string => {
  const significant = padded?.replace(/^0+/, '') ?? ''
  return significant === code || significant === '' ? code : `${code} ${significant}`
}
