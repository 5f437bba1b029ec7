/** Rows for a panel of nutrition facts, which is a `nutrientHeader` of a trade item. */

import { kilojoulesInKilocalorie } from '../nutrition/energy.ts'
import { decimal, quotient, times, writeDecimal } from '../values/decimal.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import { type Nutrition, nutrition } from '../vocabulary/elements/nutrition.ts'
import { addElement, type GdsnElement, type GdsnReading } from './element.ts'
import { inModule } from './modules.ts'
import { energyCode, energyCodes, nutrientCodes, saltCodes } from './nutrients.ts'
import { fits, type GdsnRow, isMeasure, lensOf, numberIn, unitIn, unitOfMeasure } from './row.ts'

const panelPath = 'products/product/grocery/nutritions/nutrition'
const header = inModule('nutritionalInformationModule', 'nutrientHeader')
const servingsInPackage = inModule(
  'foodAndBeveragePreparationServingModule',
  'servingQuantityInformation/numberOfServingsPerPackage',
)

const asPrepared = 'As prepared'
/** The state of the food: as sold, unless the title says that it was prepared. */
const stateRow: GdsnRow<Nutrition> = {
  ...{ label: 'Title', record: '@title', gdsn: 'preparationStateCode' },
  write: ({ title }, to) =>
    void addElement(to, 'preparationStateCode', title === asPrepared ? 'PREPARED' : 'UNPREPARED'),
  read(from, panel) {
    const state = from.takeFirst('preparationStateCode', ({ text }) => /^(?:UN)?PREPARED$/.test(text))
    if (state?.text === 'PREPARED') panel.title = asPrepared
  },
}

const basisCode = 'nutrientBasisQuantityTypeCode'
/**
 * The elements that may hold the amount a panel refers to, by basis code, the most probable first. GS1 uses
 * the basis quantity for amounts that are not per serving. Any other code, such as that of an entire
 * container, means neither element.
 */
const basisElements: ReadonlyMap<string, readonly string[]> = new Map([
  ['BY_MEASURE', ['nutrientBasisQuantity']],
  ['BY_SERVING', ['servingSize', 'nutrientBasisQuantity']],
  ['', ['nutrientBasisQuantity', 'servingSize']],
])

/**
 * Record panels are per serving. A panel per amount, such as 100 g, is read as one per serving of that
 * amount.
 */
const servingRow: GdsnRow<Nutrition> = {
  ...{ label: 'Serving sizes', record: 'servingSizes/servingSize', gdsn: 'servingSize' },
  write({ servingSizes = [] }, to, { language }) {
    const metric = metricSizes(servingSizes)
    const measured = servingSizes.length === 1 ? metric.find(isOfHundred) : undefined
    if (measured) {
      addElement(to, 'nutrientBasisQuantity', measured.number, { measurementUnitCode: measured.unit })
      addElement(to, basisCode, 'BY_MEASURE')
      return
    }
    if (metric.length > 0) addElement(to, basisCode, 'BY_SERVING')
    for (const { number, unit } of metric)
      addElement(to, 'servingSize', number, { measurementUnitCode: unit })
    for (const { type, measure, uom = '' } of servingSizes) {
      const number = numberIn(measure)
      const words = `${number} ${uom.trim()}`
      if (type === 'other' && number && uom.trim() !== '' && fits(words, 500))
        addElement(to, 'servingSizeDescription', words, { languageCode: language })
    }
  },
  read(from, panel) {
    const code = from.peek(basisCode)?.trim() ?? ''
    from.takeFirst(basisCode, ({ text }) => text.trim() === code && basisElements.has(code))
    const names = basisElements.get(code) ?? []
    const basis = names.find((name) => from.all(name).some(({ element }) => isMeasure(element)))
    const sizes = basis === undefined ? [] : from.take(basis, isMeasure)
    const metric = sizes.map((one) => ({
      type: 'metric',
      measure: one.text.trim(),
      uom: unitOfMeasure(one),
    }))
    // A household measure describes the serving.
    const isOfServing = code === 'BY_SERVING' || (code === '' && basis !== 'nutrientBasisQuantity')
    const household = isOfServing
      ? from.take('servingSizeDescription', ({ text }) => householdOf(text) !== undefined)
      : []
    const all = [...metric, ...household.flatMap(({ text }) => householdOf(text) ?? [])]
    if (all.length > 0) panel.servingSizes = all
  },
}

/** 100 g or 100 ml, the amount that labels use besides a serving. */
const isOfHundred = ({ number, unit }: { number: string; unit: string }): boolean =>
  Number(number) === 100 && (unit === 'GRM' || unit === 'MLT')

function metricSizes(sizes: Nutrition['servingSizes'] = []): { number: string; unit: string }[] {
  return sizes.flatMap(({ type, measure, uom }) => {
    const number = numberIn(measure)
    const unit = unitIn(uom)
    return type === 'metric' && number !== undefined && unit !== undefined ? [{ number, unit }] : []
  })
}

/** Parses a number followed by a unit: `1 cup`. */
function householdOf(text: string): { type: string; measure: string; uom: string } | undefined {
  const trimmed = text.trim()
  const space = trimmed.indexOf(' ')
  const measure = space > 0 ? numberIn(trimmed.slice(0, space)) : undefined
  return measure === undefined ? undefined : { type: 'other', measure, uom: trimmed.slice(space + 1).trim() }
}

const servingsRow: GdsnRow<Nutrition> = {
  ...{ label: 'Servings per container', record: 'numberOfServings', gdsn: 'servingsPerPackageDescription' },
  write({ numberOfServings = '' }, to, { language }) {
    const text = numberOfServings.trim()
    if (fits(text, 500)) addElement(to, 'servingsPerPackageDescription', text, { languageCode: language })
  },
  read(from, panel) {
    const found = from.takeFirst('servingsPerPackageDescription')
    if (found) panel.numberOfServings = found.text.trim()
  },
}

/** The precision of an amount. Records do not state it; amounts on labels are rounded. */
const precision = 'APPROXIMATELY'
const plainPrecision = ({ text }: GdsnElement): boolean => text === precision || text === 'EXACT'

const detail = (to: GdsnElement, code: string, percent: string | undefined): GdsnElement => {
  const made = addElement(to, 'nutrientDetail')
  addElement(made, 'nutrientTypeCode', code)
  if (percent !== undefined) addElement(made, 'dailyValueIntakePercent', percent)
  addElement(made, 'measurementPrecisionCode', precision)
  return made
}

const takeCode = (from: GdsnReading): void => {
  from.takeFirst('nutrientTypeCode')
  from.takeFirst('measurementPrecisionCode', plainPrecision)
}

const energyRow: GdsnRow<Nutrition> = {
  ...{ label: 'Energy (kcal)', record: 'energy', gdsn: `nutrientDetail (${energyCode})` },
  write({ energy }, to) {
    const number = numberIn(energy)
    if (number !== undefined)
      addElement(detail(to, energyCode, undefined), 'quantityContained', number, {
        measurementUnitCode: 'E14',
      })
  },
  read(from, panel) {
    const details = detailsOf(from, energyCodes)
    for (const [unit, kilocaloriesOf] of energyUnits) {
      for (const one of details) {
        const found = one.takeFirst('quantityContained', inUnit(unit))
        if (!found) continue
        panel.energy = kilocaloriesOf(found.text.trim())
        takeCode(one)
        return
      }
    }
  },
}
const inUnit = (unit: string) => (one: GdsnElement) => isMeasure(one) && unitOfMeasure(one) === unit
/**
 * Kilojoules are read only if there are no kilocalories, the unit of a record. They are rounded to whole
 * kilocalories.
 */
const energyUnits: readonly [unit: string, kilocaloriesOf: (amount: string) => string][] = [
  ['E14', (amount) => amount],
  ['KJO', (amount) => writeDecimal(quotient(decimal(amount), kilojoulesInKilocalorie, 0))],
]

/** The details with any of the codes, in the order of the codes. */
const detailsOf = (from: GdsnReading, codes: readonly string[]): GdsnReading[] => {
  const all = detailsByCode(from)
  return codes.flatMap((code) => all.get(code) ?? [])
}

/** A bound (`LESS_THAN`) has no place in a record, so the detail is left with its amount. */
const isAmount = (one: GdsnReading): boolean => {
  const code = one.peek('measurementPrecisionCode')?.trim() ?? ''
  return code === '' || code === precision || code === 'EXACT'
}

/** The details of a panel by code, cached because every row looks up its own among dozens. */
const sorted = new WeakMap<GdsnReading, Map<string, GdsnReading[]>>()
function detailsByCode(from: GdsnReading): Map<string, GdsnReading[]> {
  const known = sorted.get(from)
  if (known) return known
  const made = Map.groupBy(
    from.all('nutrientDetail').filter(isAmount),
    (one) => one.peek('nutrientTypeCode')?.trim() ?? '',
  )
  sorted.set(from, made)
  return made
}

const nutrientRows = nutrientCodes.map(({ key, code, also = [], percent }): GdsnRow<Nutrition> => {
  const type = nutrition.elements.get(key)?.type
  const amount = lensOf(key, nutrition)
  const uom = lensOf(`${key}/@uom`, nutrition)
  const hasShare = type?.kind === 'group' && type.attributes.has('dailyPct')
  const share = hasShare ? lensOf(`${key}/@dailyPct`, nutrition) : percent && lensOf(percent, nutrition)
  return {
    ...{ label: nutrition.elements.get(key)?.label ?? key, record: key, gdsn: `nutrientDetail (${code})` },
    write(panel, to) {
      const number = numberIn(amount.get(panel))
      const unit = unitIn(uom.get(panel))
      const part = share ? numberIn(share.get(panel)) : undefined
      const hasAmount = number !== undefined && unit !== undefined
      if (!hasAmount && part === undefined) return
      const made = detail(to, code, part)
      if (hasAmount) addElement(made, 'quantityContained', number, { measurementUnitCode: unit })
    },
    read(from, panel) {
      for (const one of detailsOf(from, [code, ...also])) {
        const found = one.takeFirst('quantityContained', isMeasure)
        const part =
          share && one.takeFirst('dailyValueIntakePercent', ({ text }) => numberIn(text) !== undefined)
        if (!found && !part) continue
        takeCode(one)
        if (found) {
          amount.put(panel, found.text.trim())
          uom.put(panel, unitOfMeasure(found) ?? '')
        } else if (hasShare) amount.put(panel, '')
        if (share && part) share.put(panel, part.text.trim())
        return
      }
    },
  }
})

/** Salt is 2.5 times its sodium. Read only, because a record has sodium. In milligrams, as on labels. */
const saltRow: GdsnRow<Nutrition> = {
  ...{ label: 'Sodium', record: 'sodium', gdsn: `nutrientDetail (${saltCodes[0]})` },
  write() {},
  read(from, panel) {
    if (panel.sodium) return
    for (const one of detailsOf(from, saltCodes)) {
      const inGrams = one.takeFirst('quantityContained', inUnit('GRM'))
      const found = inGrams ?? one.takeFirst('quantityContained', inUnit('MGM'))
      if (!found) continue
      takeCode(one)
      const text = writeDecimal(times(decimal(found.text.trim()), decimal(inGrams ? '400' : '0.4')))
      panel.sodium = { uom: 'MGM', text }
      return
    }
  },
}

export const panelRows: readonly GdsnRow<Nutrition>[] = [
  stateRow,
  servingRow,
  servingsRow,
  energyRow,
  ...nutrientRows,
  saltRow,
]

/** Reads and writes each panel of a product as a separate header. */
export function panelsOf(
  get: (item: Item) => Nutrition[] | undefined,
  put: (item: Item, panels: Nutrition[]) => void,
): GdsnRow<Item> {
  return {
    ...{ label: 'Nutrition facts', record: panelPath, gdsn: header },
    write(record, to, context) {
      for (const panel of get(record) ?? []) {
        const made = addElement(to, header)
        for (const row of panelRows) row.write(panel, made, context)
      }
    },
    read(from, record, context) {
      const panels = from.all(header).map((one, index) => {
        const panel: Nutrition = { sequence: String(index + 1) }
        for (const row of panelRows) row.read(one, panel, context)
        return panel
      })
      const [first] = panels
      const servings = from.peek(servingsInPackage)?.trim()
      if (first && !first.numberOfServings && servings) {
        from.takeFirst(servingsInPackage)
        first.numberOfServings = servings
      }
      if (panels.length > 0) put(record, panels)
    },
  }
}
