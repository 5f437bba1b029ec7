/** Several records as rows of one table: one walk over the description, whatever its fields are. */

import { t } from '@lingui/core/macro'
import { fingerprint, matchEntries } from '../../../src-shared/history/match-entries.ts'
import { readPanel } from '../../../src-shared/nutrition/panel.ts'
import { scalePanel } from '../../../src-shared/nutrition/scale-panel.ts'
import { writeDecimal } from '../../../src-shared/values/decimal.ts'
import { type Item, item as itemDescription } from '../../../src-shared/vocabulary/elements/item.ts'
import { type Nutrition, nutrition } from '../../../src-shared/vocabulary/elements/nutrition.ts'
import { sections } from '../../../src-shared/vocabulary/elements/sections.ts'
import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { AnyValue } from '../../../src-shared/vocabulary/kit/value.ts'
import { hasContent } from '../item/field-text.ts'
import { isLine, isMeasure } from '../item/record-fields.tsx'

/** One field of all items. */
export interface ComparedField {
  key: string
  labels: readonly string[]
  /** Absent for what the vocabulary does not know. */
  member?: Member
  /** One for each item; undefined where the item has none. */
  values: readonly unknown[]
  differs: boolean
}

export interface ComparedSection {
  id: string
  label: string
  fields: ComparedField[]
}

interface Spot {
  key: string
  labels: readonly string[]
  section: string
}

const objectOf = (value: unknown): AnyValue | undefined =>
  // What a description calls a group is an object in a parsed value.
  typeof value === 'object' && value !== null ? (value as AnyValue) : undefined

const print = (value: unknown): string => (hasContent(value) ? fingerprint(value) : '')

/** The sections with what any of the items has, in the order of the vocabulary. */
export function compareItems(items: readonly Item[]): ComparedSection[] {
  const found = new Map<string, ComparedField[]>(sections.map(({ id }) => [id, []]))
  const put = ({ section, key, labels }: Spot, member: Member | undefined, values: readonly unknown[]) => {
    const field = { key, labels, values, differs: new Set(values.map(print)).size > 1 }
    found.get(section)?.push(member ? { ...field, member } : field)
  }
  const perHundred = items.map(panelPerHundred)
  walkGroup(nutrition, perHundred, { key: 'per100', labels: [t`Per 100 g or ml`], section: 'nutrition' }, put)
  walkGroup(itemDescription, items, { key: '', labels: [], section: 'record' }, put)
  return sections
    .map(({ id, label }) => ({ id, label, fields: found.get(id) ?? [] }))
    .filter(({ fields }) => fields.length > 0)
}

type Put = (spot: Spot, member: Member | undefined, values: readonly unknown[]) => void

function walkGroup(group: Group, values: readonly unknown[], at: Spot, put: Put): void {
  for (const member of group.members) {
    const inner = values.map((value) => objectOf(value)?.[member.key])
    if (!inner.some(hasContent)) continue
    const spot = {
      key: `${at.key}/${member.key}`,
      labels: [...at.labels, member.label],
      section: member.section ?? at.section,
    }
    if (inner.some(Array.isArray)) walkList(member, inner, spot, put)
    else walkOne(member, inner, spot, put)
  }
  const unknown = values.map((value) =>
    objectOf(value)?.unknown?.map(({ name, content }) => `${name} ${content}`),
  )
  if (unknown.some(hasContent))
    put(
      { ...at, key: `${at.key}/unknown`, labels: [...at.labels, t`Not in the specification`] },
      undefined,
      unknown,
    )
}

function walkOne(member: Member, values: readonly unknown[], spot: Spot, put: Put): void {
  const { type } = member
  if (type.kind === 'leaf' || isLine(type) || isMeasure(type)) put(spot, member, values)
  else walkGroup(type, values, spot, put)
}

/** Entries that belong together stand in one row: equal ones, those of one kind, then those of one place. */
function walkList(member: Member, values: readonly unknown[], spot: Spot, put: Put): void {
  const lists = values.map((value) => (Array.isArray(value) ? value.filter(hasContent) : []))
  const rows: unknown[][] = []
  lists.forEach((list, column) => {
    const known = rows.map((row) => row.find((entry) => entry !== undefined))
    const { pairs, added } = matchEntries(member.type, known, list)
    for (const [row, entry] of pairs) {
      const cells = rows[row]
      if (cells) cells[column] = list[entry]
    }
    for (const entry of added) {
      const cells: unknown[] = values.map(() => undefined)
      cells[column] = list[entry]
      rows.push(cells)
    }
  })
  rows.forEach((row, index) => {
    const label = rows.length > 1 ? `${spot.labels.at(-1)} ${index + 1}` : (spot.labels.at(-1) ?? '')
    const ofRow = { ...spot, key: `${spot.key}[${index}]`, labels: [...spot.labels.slice(0, -1), label] }
    walkOne(member, row, ofRow, put)
  })
}

/** The first panel of an item that is per 100 g or ml, or that can be. */
function panelPerHundred(item: Item): Nutrition | undefined {
  const panels = (item.products ?? []).flatMap(({ grocery }) => grocery?.nutritions ?? [])
  const given = panels.find((facts) => {
    const { basis } = readPanel(facts)
    return basis !== undefined && writeDecimal(basis.measure) === '100'
  })
  if (given) return given
  for (const facts of panels) {
    const made = scalePanel(facts, '100')
    if (made) return made
  }
  return undefined
}
