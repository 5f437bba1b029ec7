/**
 * Compares several records as rows of one table, by walking the description of the item once for all of
 * them.
 */

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

/** One field of all compared items. */
export interface ComparedField {
  key: string
  labels: readonly string[]
  /** Absent for elements that the vocabulary does not know. */
  member?: Member
  /** One value per item; undefined if the item has none. */
  values: readonly unknown[]
  differs: boolean
}

export interface ComparedSection {
  id: string
  label: string
  fields: ComparedField[]
}

interface RowKey {
  key: string
  labels: readonly string[]
  section: string
}

const objectOf = (value: unknown): AnyValue | undefined =>
  // The parsed value of a group is an object.
  typeof value === 'object' && value !== null ? (value as AnyValue) : undefined

const print = (value: unknown): string => (hasContent(value) ? fingerprint(value) : '')

/** All sections with the fields that any of the items has, in the order of the vocabulary. */
export function compareItems(items: readonly Item[]): ComparedSection[] {
  const found = new Map<string, ComparedField[]>(sections.map(({ id }) => [id, []]))
  const add = ({ section, key, labels }: RowKey, member: Member | undefined, values: readonly unknown[]) => {
    const field = { key, labels, values, differs: new Set(values.map(print)).size > 1 }
    found.get(section)?.push(member ? { ...field, member } : field)
  }
  const perHundred = items.map(panelPerHundred)
  walkGroup(nutrition, perHundred, { key: 'per100', labels: [t`Per 100 g or ml`], section: 'nutrition' }, add)
  walkGroup(itemDescription, items, { key: '', labels: [], section: 'record' }, add)
  return sections
    .map(({ id, label }) => ({ id, label, fields: found.get(id) ?? [] }))
    .filter(({ fields }) => fields.length > 0)
}

type AddRow = (row: RowKey, member: Member | undefined, values: readonly unknown[]) => void

function walkGroup(group: Group, values: readonly unknown[], at: RowKey, add: AddRow): void {
  for (const member of group.members) {
    const inner = values.map((value) => objectOf(value)?.[member.key])
    if (!inner.some(hasContent)) continue
    const row = {
      key: `${at.key}/${member.key}`,
      labels: [...at.labels, member.label],
      section: member.section ?? at.section,
    }
    if (inner.some(Array.isArray)) walkList(member, inner, row, add)
    else walkOne(member, inner, row, add)
  }
  const unknown = values.map((value) =>
    objectOf(value)?.unknown?.map(({ name, content }) => `${name} ${content}`),
  )
  if (unknown.some(hasContent))
    add(
      { ...at, key: `${at.key}/unknown`, labels: [...at.labels, t`Not in the specification`] },
      undefined,
      unknown,
    )
}

function walkOne(member: Member, values: readonly unknown[], row: RowKey, add: AddRow): void {
  const { type } = member
  if (type.kind === 'leaf' || isLine(type) || isMeasure(type)) add(row, member, values)
  else walkGroup(type, values, row, add)
}

/**
 * Matching entries of the lists share a row: equal entries first, then entries of the same kind, then
 * entries at the same index.
 */
function walkList(member: Member, values: readonly unknown[], rowKey: RowKey, add: AddRow): void {
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
    const label = rows.length > 1 ? `${rowKey.labels.at(-1)} ${index + 1}` : (rowKey.labels.at(-1) ?? '')
    const ofRow = {
      ...rowKey,
      key: `${rowKey.key}[${index}]`,
      labels: [...rowKey.labels.slice(0, -1), label],
    }
    walkOne(member, row, ofRow, add)
  })
}

/** The first panel of an item that is per 100 g or ml, or that can be scaled to it. */
function panelPerHundred(item: Item): Nutrition | undefined {
  const panels = (item.products ?? []).flatMap(({ grocery }) => grocery?.nutritions ?? [])
  const given = panels.find((facts) => {
    const { basis } = readPanel(facts)
    return basis !== undefined && writeDecimal(basis.measure) === '100'
  })
  if (given) return given
  for (const facts of panels) {
    const scaled = scalePanel(facts, '100')
    if (scaled) return scaled
  }
  return undefined
}
