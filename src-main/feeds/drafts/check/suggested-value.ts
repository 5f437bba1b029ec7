import { type ListKind, listKinds } from '../../../../src-shared/catalog/model.ts'
import { cellOf, type DraftColumn, draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftProblem } from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { energyCheck, energyOf } from '../../../../src-shared/nutrition/checks/energy-checks.ts'
import { percentCheck } from '../../../../src-shared/nutrition/checks/percent-check.ts'
import { readPanel } from '../../../../src-shared/nutrition/panel.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { checkDigit, isValidGtin, normaliseGtin } from '../../../../src-shared/values/gtin.ts'
import { nearUnit } from '../../../../src-shared/values/near-unit.ts'
import { nearCountry, readCountry } from '../../../../src-shared/values/read-country.ts'
import { nearLanguage, readLanguage } from '../../../../src-shared/values/read-language.ts'
import { quantitiesOfUnits, unitOf } from '../../../../src-shared/values/units.ts'
import { facingCode } from '../../../../src-shared/views.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { openCatalogQueries, openNearEntries, openUsualManufacturer } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import { columnAt } from '../store/draft-items.ts'

type Suggestion = NonNullable<DraftProblem['suggestion']>

/** A problem of an item. `path` is relative to the item, `field` is the path without indexes. */
interface ProblemAtField {
  code: string
  path: string
  field: string
}

/**
 * Whether the suggestion for a problem is likely, but not known to be right. A missing manufacturer is suggested by
 * the brand, although the source of the item may have named another one.
 */
export const isOnlyLikely = (code: string): boolean => code === 'MANUFACTURER_REQUIRED'

/** Returns the value that would fix a problem, if there is exactly one. */
export function openSuggestedValue(db: Database) {
  const { idsByName, itemsByGtin, itemWords, lookupName } = openCatalogQueries(db)
  const nearEntry = openNearEntries(db)
  const usualManufacturer = openUsualManufacturer(db)

  function entryFor(list: ListKind, text: string): Suggestion | undefined {
    const [id, ...others] = idsByName(list, text)
    if (id !== undefined)
      return others.length === 0 ? { value: id, why: say`The ${list} “${text}” is in the list.` } : undefined
    const near = nearEntry(list, text)
    return near && { value: near.id, why: say`The ${list} “${near.name}” has nearly this name.` }
  }

  function itemFor(text: string): Suggestion | undefined {
    const [id, ...others] = itemsByGtin(text)
    return id !== undefined && others.length === 0
      ? { value: id, why: say`${text.trim()} is the product code of ${itemWords(id)}.` }
      : undefined
  }

  /** A value for an empty field, derived from the other fields of the item. */
  function missingValue(value: PayloadItem, { path, field }: ProblemAtField): Suggestion | undefined {
    if (field === energyField) return missingEnergy(value, path)
    if (field !== 'manufacturerId' || !('products' in value)) return undefined
    const { brandId, brandDescription } = value.products?.[0] ?? {}
    const brand = (brandId || brandDescription || '').trim()
    const usual = brand === '' ? undefined : usualManufacturer(brand)
    if (!usual) return undefined
    const words = lookupName('brand', brand) ?? brand
    const maker = lookupName('manufacturer', usual) ?? usual
    return { value: usual, why: say`The catalog’s other items of the brand “${words}” are by “${maker}”.` }
  }

  return (kind: FeedKind, value: PayloadItem, problem: ProblemAtField): Suggestion | undefined => {
    const { code, path, field } = problem
    const described = draftColumns(kind).find((column) => column.path === field)
    const column = columnAt(kind, path, field)
    if (described === undefined || column === undefined) return undefined
    const text = cellOf(value, column)?.trim() ?? ''
    if (text === '') return missingValue(value, problem)
    if (code === energyCheck.code) return fittingEnergy(value, path)
    if (code === percentCheck.code) return fittingPercent(value, path)
    const list = listKinds.find((one) => one === described.lookup)
    if (list) return entryFor(list, text)
    if (described.column === 'productCodes/0/text') return gtinFor(text)
    if (described.input === 'item') return itemFor(text)
    if (described.input === 'unit') return unitFor(text, described)
    if (described.input === 'view') return viewFor(text)
    if (described.input === 'language') return languageFor(text)
    return described.input === 'country' ? countryFor(text) : undefined
  }
}

const energyField = 'products/product/grocery/nutritions/nutrition/energy'

/** The nutrition panel of a path below `grocery/nutritions`. */
function panelAt(value: PayloadItem, path: string): Nutrition | undefined {
  const [product = 1, panel = 1] = [...path.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
  return (value as IngestItem).products?.[product - 1]?.grocery?.nutritions?.[panel - 1]
}

const energyWords = (energy: string): string =>
  say`Fat (9 kcal/g), carbohydrates (4), protein (4) and alcohol (7) make ${energy} kcal.`

/** The energy for a panel that declares another one. */
function fittingEnergy(value: PayloadItem, path: string): Suggestion | undefined {
  const facts = panelAt(value, path)
  const [finding] = facts ? energyCheck.find([readPanel(facts)]) : []
  return finding?.suggestion === undefined
    ? undefined
    : { value: finding.suggestion, why: energyWords(finding.suggestion) }
}

/** The percentage that the amount makes by the law that the panel follows. */
function fittingPercent(value: PayloadItem, path: string): Suggestion | undefined {
  const facts = panelAt(value, path)
  const findings = facts ? percentCheck.find([readPanel(facts)]) : []
  const { suggestion, why = '' } = findings.find(({ at }) => path.endsWith(`/${at}`)) ?? {}
  return suggestion === undefined ? undefined : { value: suggestion, why }
}

function missingEnergy(value: PayloadItem, path: string): Suggestion | undefined {
  const facts = panelAt(value, path)
  const energy = facts && energyOf(readPanel(facts))
  return energy === undefined ? undefined : { value: energy, why: energyWords(energy) }
}

/** A suggestion for a unit given by name, or misspelt. */
function unitFor(text: string, { options }: DraftColumn): Suggestion | undefined {
  const unit = unitOf(text) ?? nearUnit(text, options && quantitiesOfUnits(options.map(({ value }) => value)))
  return unit && unit.code !== text
    ? { value: unit.code, why: say`${unit.code} is the code of ${unit.name}.` }
    : undefined
}

/** A suggestion for a picture's view given as a side in words: `back`. */
function viewFor(text: string): Suggestion | undefined {
  const code = facingCode(text)
  return code === undefined ? undefined : { value: code, why: say`${code} is the usual code of this side.` }
}

/**
 * A suggestion for a code that becomes a GTIN with a corrected check digit, or with the leading zeros that
 * spreadsheets remove.
 */
function gtinFor(text: string): Suggestion | undefined {
  const digits = normaliseGtin(text)
  if (digits === undefined || isValidGtin(text)) return undefined
  if (isValidGtin(digits))
    return { value: digits, why: say`Without invisible characters and in plain digits, the code is a GTIN.` }
  const padded = digits.length > 8 && digits.length < 13 ? digits.padStart(13, '0') : digits.padStart(8, '0')
  if (padded !== digits && isValidGtin(padded))
    return {
      value: padded,
      why: say`With the zeros in front that a spreadsheet takes away, the code is a GTIN.`,
    }
  const last = String(checkDigit(digits.slice(0, -1)))
  const corrected = digits.slice(0, -1) + last
  return isValidGtin(corrected)
    ? {
        value: corrected,
        why: say`The check digit of ${digits.slice(0, -1)} is ${last}. Compare it with the package.`,
      }
    : undefined
}

const namesOf = new Map<'region' | 'language', Intl.DisplayNames>()

/** The English name of a code. Created on first use, because construction is slow. */
function nameOfCode(type: 'region' | 'language', code: string): string {
  const names = namesOf.get(type) ?? new Intl.DisplayNames(['en'], { type })
  namesOf.set(type, names)
  return names.of(code) ?? code
}

/** A suggestion for a country given by name, by another code, or misspelt. */
function countryFor(text: string): Suggestion | undefined {
  const code = readCountry(text) ?? nearCountry(text)
  if (code === undefined || code === text) return undefined
  const name = nameOfCode('region', code)
  return { value: code, why: say`${code} is the code of ${name}.` }
}

/** A suggestion for a language given by name, by its code of three letters, or misspelt. */
function languageFor(text: string): Suggestion | undefined {
  const code = readLanguage(text) ?? nearLanguage(text)
  if (code === undefined || code === text) return undefined
  const name = nameOfCode('language', code)
  return { value: code, why: say`${code} is the code of ${name}.` }
}
