import { randomInt } from 'node:crypto'
import { allergenIds, allergensIn } from '../../../src-shared/allergens/find-allergens.ts'
import { namedCategories } from '../../../src-shared/catalog/empty-word.ts'
import { type Basic, basics } from '../../../src-shared/catalog/model.ts'
import { quantityOf } from '../../../src-shared/nutrition/amounts.ts'
import { decimal, writeDecimal } from '../../../src-shared/values/decimal.ts'
import { fold, foldedWords } from '../../../src-shared/values/fold.ts'
import { unitSymbol } from '../../../src-shared/values/units.ts'
import { type Database, openChangeNumbers } from '../../storage/index.ts'
import type { ScannedItem } from '../scan/scanned-item.ts'
import { basicBits, fact, factWords, lastView, rangeBits, scoreOffset, unknownEnergy } from './fact-layout.ts'

/**
 * The values of a record for filtering, counting and sorting. Named values have their identifiers, which the
 * table numbers.
 */
export interface ItemFacts {
  brand: NamedValue
  manufacturer: NamedValue
  /** From the most general to the most specific, as in the record: scheme, identifier and label of each. */
  categories: { scheme: string; id: string; name: string }[]
  packageType: string
  status: string
  views: string[]
  pictures: number
  /** Bits of `basicBits`. */
  missing: number
  /** One bit per entry of `allergenIds`. */
  allergens: number
  /** Tenths of a kilocalorie per 100 g or ml. */
  energy: number
  /** Grams or millilitres; 0 if unknown. */
  size: number
  updatedAt: number
  name: string
  gtin14: string | undefined
  /** Words of the name and brand that are candidates when a search word is misspelled. */
  words: string[]
}
interface NamedValue {
  id: string
  name: string
}

const allergenBits = new Map(allergenIds.map((id, bit) => [id, 1 << bit]))

export function itemFacts(
  scanned: ScannedItem,
  {
    brand,
    manufacturer,
    updatedAt,
    gtin14,
  }: Pick<ItemFacts, 'brand' | 'manufacturer' | 'updatedAt' | 'gtin14'>,
): ItemFacts {
  const { categories, packageType, status, views, name, ingredients, energy } = scanned
  const has: Record<Basic, boolean> = {
    name: name !== '',
    brand: brand.name !== '',
    manufacturer: manufacturer.name !== '',
    gtin: gtin14 !== undefined,
    category: namedCategories(categories).length > 0,
    // Category labels are included in the texts.
    description: scanned.texts.length > categories.filter((category) => category.name !== '').length,
    image: views.length > 0,
    size: scanned.netMeasure !== '',
    package: packageType !== '',
    ingredients: ingredients !== '',
    nutrition: energy !== '' || scanned.servingMeasure !== '',
    origin: scanned.origin !== '',
  }
  let missing = 0
  for (const { id } of basics) if (!has[id]) missing |= basicBits[id]
  return {
    brand,
    manufacturer,
    categories,
    packageType,
    status,
    views,
    pictures: views.length,
    missing,
    allergens: [ingredients, ...scanned.warnings].reduce((bits, text) => bits | allergenBitsOf(text), 0),
    energy: energyPer100(scanned),
    size: amountOf(scanned.netMeasure, scanned.netUnit),
    updatedAt,
    name,
    gtin14,
    words: foldedWords(`${name} ${brand.name}`).filter(
      ({ length }) => length >= minWordLength && length <= maxWordLength,
    ),
  }
}

/** The net content with its unit, for display. */
export const sizeText = ({ netMeasure, netUnit }: Pick<ScannedItem, 'netMeasure' | 'netUnit'>): string =>
  netMeasure === '' ? '' : `${netMeasure} ${unitSymbol(netUnit)}`.trim()

/** Bits of the allergens whose words occur in a text. A missing bit does not mean absence. */
const allergenBitsOf = (text: string): number =>
  text === '' ? 0 : allergensIn(text).reduce((bits, id) => bits | (allergenBits.get(id) ?? 0), 0)

const factors = new Map<string, number>()
/** Grams or millilitres per unit; 0 for a unit of another quantity. */
function factorOf(unit: string): number {
  const known = factors.get(unit)
  if (known !== undefined) return known
  const quantity = quantityOf(decimal('1'), unit)
  const factor = quantity ? Number(writeDecimal(quantity.measure)) : 0
  if (factors.size < 1000) factors.set(unit, factor)
  return factor
}

function amountOf(measure: string, unit: string): number {
  const amount = Number(measure.replace(',', '.')) * factorOf(unit)
  return amount > 0 && amount < 1e12 ? amount : 0
}

/** Converts the energy per serving, as given in the record, to energy per 100 g or ml. */
function energyPer100({ energy, servingMeasure, servingUnit }: ScannedItem): number {
  const serving = amountOf(servingMeasure, servingUnit)
  const tenths = Math.round((Number(energy) * 1000) / serving)
  return energy !== '' && serving > 0 && tenths >= 0 && tenths < unknownEnergy ? tenths : unknownEnergy
}

const encoder = new TextEncoder()
const keyBytes = new Uint8Array(12)
const keyView = new DataView(keyBytes.buffer)
const floats = new Float32Array(1)
const floatBits = new Uint32Array(floats.buffer)

/**
 * Stores the packed facts, the numbers of their values, and the words of names, inside the caller's
 * transaction.
 */
export function openFactTable(db: Database) {
  const find = db
    .prepare<[string, string], number>('SELECT number FROM item_value WHERE kind = ? AND id = ?')
    .pluck()
  const add = db
    .prepare<[string, string, string, string], number>(
      `INSERT INTO item_value (kind, number, id, name)
       SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM item_value WHERE kind = ? RETURNING number`,
    )
    .pluck()
  const rename = db.prepare(
    'UPDATE item_value SET name = @name WHERE kind = @kind AND id = @id AND name <> @name',
  )
  const put = db.prepare(
    'INSERT INTO item_fact (item, packed) VALUES (?, ?) ON CONFLICT (item) DO UPDATE SET packed = excluded.packed',
  )
  const stored = db.prepare<[number], Buffer>('SELECT packed FROM item_fact WHERE item = ?').pluck()
  const remove = db.prepare('DELETE FROM item_fact WHERE item = ?')
  const touch = db.prepare(`
    INSERT INTO item_fact_range (range, changed) VALUES (?, ?)
    ON CONFLICT (range) DO UPDATE SET changed = excluded.changed WHERE changed <> excluded.changed`)
  const touchAll = db.prepare('UPDATE item_fact_range SET changed = ?')
  const addWord = db.prepare('INSERT INTO item_word (word) VALUES (?) ON CONFLICT DO NOTHING')
  const changeNumbers = openChangeNumbers(db)
  /** Recently stored words. A rolled-back transaction loses its words; only a search hint is lost. */
  const recentWords = new Set<string>()
  const readMark = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'item_values'").pluck()
  const setMark = db.prepare(
    "INSERT INTO meta VALUES ('item_values', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  )
  /** Numbers and names of values. Valid while the mark in the database is unchanged. */
  const known = new Map<string, { number: number; name: string }>()
  let mark: number | undefined

  /**
   * Invalidates the cached numbers if the mark changed. Every new value changes the mark to a random number,
   * so the cache is invalidated after a rollback, which restores the previous mark, and after another process
   * has added values.
   */
  const checkMark = (): void => {
    const current = shared ? mark : readMark.get()
    if (current === mark && known.size < maxKnown) return
    known.clear()
    mark = current
  }
  /** State shared by the items of one transaction. */
  let shared: { changed: number; ranges: Set<number>; isMarked: boolean } | undefined
  const changeMark = (): void => {
    if (shared?.isMarked) return
    mark = randomInt(2 ** 47)
    setMark.run(mark)
    if (shared) shared.isMarked = true
  }
  const numberOf = (kind: string, id: string, name: string): number => {
    if (id === '') return 0
    const key = `${kind} ${id}`
    const remembered = known.get(key)
    if (remembered && (remembered.name === name || name === '' || name === id)) return remembered.number
    let number = remembered?.number ?? find.get(kind, id)
    if (number === undefined) {
      number = add.get(kind, id, name, kind) ?? 0
      changeMark()
    } else if (name !== id && name !== '' && rename.run({ kind, id, name }).changes > 0) changeMark()
    known.set(key, { number, name })
    return number
  }
  const pack = (item: number, facts: ItemFacts): Buffer => {
    checkMark()
    const words = new Uint32Array(factWords)
    words[fact.item] = item
    words[fact.brand] = numberOf('brand', facts.brand.id, facts.brand.name)
    words[fact.manufacturer] = numberOf('manufacturer', facts.manufacturer.id, facts.manufacturer.name)
    if (facts.categories.length > 0) {
      const list = JSON.stringify(facts.categories.map(({ scheme, id, name }) => [scheme, id, name]))
      words[fact.categories] = numberOf('categories', list, facts.categories.at(-1)?.name ?? '')
    }
    const small = (kind: string, value: string) => Math.min(numberOf(kind, value, value), 0xffff)
    words[fact.packageAndStatus] = small('package', facts.packageType) | (small('status', facts.status) << 16)
    words[fact.missingAndAllergens] = facts.missing | (facts.allergens << 16)
    let views = 0
    for (const view of facts.views) {
      const number = numberOf('view', view, view)
      if (number > 0) views |= 1 << (Math.min(number, lastView + 1) - 1)
    }
    words[fact.viewsAndPictures] = views | (Math.min(facts.pictures, 255) << 24)
    words[fact.energyAndScore] = facts.energy
    floats[0] = facts.size
    words[fact.size] = floatBits[0] ?? 0
    words[fact.updated] = Math.min(Math.max(Math.floor(facts.updatedAt / 1000), 0), 0xffffffff)
    keyBytes.fill(0)
    encoder.encodeInto(nameKey(facts.name), keyBytes)
    for (let word = 0; word < 3; word++) words[fact.name + word] = keyView.getUint32(4 * word)
    const gtin = facts.gtin14 ?? ''
    words[fact.gtin] = Number(gtin.slice(0, 7))
    words[fact.gtin + 1] = Number(gtin.slice(7))
    return Buffer.from(words.buffer)
  }
  const markChanged = (item: number): void => {
    const range = item >> rangeBits
    if (shared?.ranges.has(range)) return
    touch.run(range, shared?.changed ?? changeNumbers.last() + 1)
    shared?.ranges.add(range)
  }
  const storeWords = ({ words }: ItemFacts): void => {
    for (const word of words) {
      if (recentWords.has(word)) continue
      if (recentWords.size > 50_000) recentWords.clear()
      addWord.run(word)
      recentWords.add(word)
    }
  }

  return {
    /** Stores many items in one transaction; their shared state is read and written once. */
    together<T>(work: () => T): T {
      if (shared) return work()
      checkMark()
      shared = { changed: changeNumbers.last() + 1, ranges: new Set(), isMarked: false }
      try {
        return work()
      } finally {
        shared = undefined
      }
    },
    put(item: number, facts: ItemFacts): void {
      put.run(item, pack(item, facts))
      storeWords(facts)
      markChanged(item)
    },
    /** Corrects the facts if they differ. Returns true if they did. */
    repair(item: number, facts: ItemFacts): boolean {
      storeWords(facts)
      const packed = pack(item, facts)
      const before = stored.get(item)
      // The record is the same, and so is its score.
      if (before?.length === packed.length) before.copy(packed, scoreOffset, scoreOffset, scoreOffset + 2)
      if (before?.equals(packed)) return false
      put.run(item, packed)
      markChanged(item)
      return true
    },
    remove(item: number): void {
      if (remove.run(item).changes > 0) markChanged(item)
    },
    clear(): void {
      db.exec('DELETE FROM item_fact; DELETE FROM item_value; DELETE FROM item_word;')
      // The ranges are kept: their change number tells readers that the facts are gone.
      touchAll.run(changeNumbers.last() + 1)
      changeMark()
      known.clear()
    },
  }
}

/** Maximum number of values whose numbers are cached. */
const maxKnown = 50_000

/** Shorter words are never candidates for misspelled ones. */
export const minWordLength = 4
export const maxWordLength = 40

/** Sort key of a name: without case and accents, from the first letter or digit on. */
export const nameKey = (name: string): string => fold(name).replace(/^[^\p{L}\p{N}]+/u, '')
