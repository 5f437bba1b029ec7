import { isEmptyWord } from '../../src-shared/catalog/empty-word.ts'
import type { LackedField, Score } from '../../src-shared/completeness/model.ts'
import { scoreBands, scorePercent } from '../../src-shared/completeness/score-bands.ts'
import { type Grouping, groupings, maxListed } from '../../src-shared/quality/model.ts'
import type { Category } from '../../src-shared/vocabulary/elements/item.ts'
import type { Found } from './item-findings.ts'

/** Sums of the scores of one group of items. */
export interface GroupSum {
  id: string
  name: string
  items: number
  complete: number
  /** Sum of the scores. */
  sum: number
}

/** Number of items in a figure, and the row numbers of the first of them. */
interface FigureSum {
  items: number
  seqs: number[]
}

/** Sums over items, of one slice or of all slices so far. */
export interface Sums {
  all: GroupSum
  figures: Map<string, FigureSum>
  groups: Record<Grouping, Map<string, GroupSum>>
  lacked: Map<string, LackedField>
}

interface Groups {
  brands: readonly { id: string; name: string }[]
  /** From the top level down, as in the record. */
  categories: readonly Category[]
  retailers: readonly { id: string; score: Pick<Score, 'score' | 'missing'> }[]
}

export const emptySums = (): Sums => ({
  all: emptyGroup('', ''),
  figures: new Map(),
  groups: { brand: new Map(), retailer: new Map(), department: new Map(), category: new Map() },
  lacked: new Map(),
})
const sumOf = ({ score, missing }: Pick<Score, 'score' | 'missing'>) => ({
  items: 1,
  complete: Number(missing.length === 0),
  sum: score,
})
const emptyGroup = (id: string, name: string): GroupSum => ({ id, name, items: 0, complete: 0, sum: 0 })

/** Sums up items one by one. */
export function openSums(retailerName: (id: string) => string) {
  const sums = emptySums()
  const count = (figure: string, seq: number) => addFigure(sums, figure, { items: 1, seqs: [seq] })
  return {
    addFound(seq: number, found: readonly Found[]): void {
      for (const { figure } of found) count(figure, seq)
    },
    addScore(seq: number, ofItem: Score, { brands, categories, retailers }: Groups): void {
      const { score, missing } = ofItem
      addGroup(sums.all, sumOf(ofItem))
      const percent = scorePercent(score)
      count(`band:${scoreBands.findLast(({ least }) => percent >= least)?.id}`, seq)
      const inGroup = (
        kind: Grouping,
        id: string,
        name: () => string,
        of: Groups['retailers'][0]['score'] = ofItem,
      ) => {
        const known = sums.groups[kind].get(id)
        const group = known ?? emptyGroup(id, name())
        if (!known) sums.groups[kind].set(id, group)
        addGroup(group, sumOf(of))
        if (of.missing.length > 0) count(`${kind}:${id}`, seq)
      }
      for (const { id, name } of brands) inGroup('brand', id, () => name)
      for (const { id, score: of } of retailers) inGroup('retailer', id, () => retailerName(id), of)
      const named = categories.filter(({ text }) => !isEmptyWord(text))
      const topLevel = named[0]
      const lowestLevel = named.at(-1)
      inGroup('department', keyOf(topLevel), () => topLevel?.text ?? '')
      inGroup('category', keyOf(lowestLevel), () => lowestLevel?.text ?? '')
      for (const [key, { label, kind }] of new Map(missing.map((one) => [`${one.kind} ${one.label}`, one]))) {
        addLacked(sums, key, { label, kind, items: 1 })
        count(`lacks:${key}`, seq)
      }
    },
    result: (): Sums => sums,
  }
}

/** Includes the type, because each scheme has its own identifiers. */
const keyOf = (category: Category | undefined): string =>
  category ? `${category.type ?? ''} ${category.id ?? category.text ?? ''}` : ''

/** Adds a slice to the sums. The first `maxListed` items of each figure are kept. */
export function addSums(to: Sums, slice: Sums): void {
  addGroup(to.all, slice.all)
  for (const [figure, sum] of slice.figures) addFigure(to, figure, sum)
  for (const kind of groupings)
    for (const [id, group] of slice.groups[kind]) {
      const known = to.groups[kind].get(id)
      if (known) addGroup(known, group)
      else to.groups[kind].set(id, group)
    }
  for (const [key, field] of slice.lacked) addLacked(to, key, field)
}

function addGroup(
  to: GroupSum,
  { items, complete, sum }: Pick<GroupSum, 'items' | 'complete' | 'sum'>,
): void {
  to.items += items
  to.complete += complete
  to.sum += sum
}

function addFigure({ figures }: Sums, figure: string, { items, seqs }: FigureSum): void {
  const known = figures.get(figure)
  if (!known) {
    figures.set(figure, { items, seqs: [...seqs] })
    return
  }
  known.items += items
  for (const seq of seqs) if (known.seqs.length < maxListed) known.seqs.push(seq)
}

function addLacked({ lacked }: Sums, key: string, field: LackedField): void {
  const known = lacked.get(key)
  if (known) known.items += field.items
  else lacked.set(key, { ...field })
}
