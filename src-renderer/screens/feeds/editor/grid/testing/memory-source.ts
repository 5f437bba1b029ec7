/**
 * In-memory replacement of the backend: a draft as an array. It implements the RPC contract with the items
 * alone and changes them with `withCell`. Each edit is one step that `undo` reverts.
 */
import { cellOf, draftColumns, withCell } from '../../../../../../src-shared/feeds/draft/columns.ts'
import type { DraftEdit, DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'
import type { DraftProblem, DraftRow } from '../../../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../../src-shared/feeds/kinds/payload.ts'
import { clusterValues } from '../../../../../../src-shared/names/cluster-values.ts'
import type { GridQuery, GridSource } from '../grid-source.ts'

interface StoredItem {
  key: number
  revision: number
  value: PayloadItem
}

interface FoundProblem extends DraftProblem {
  severity: 'error' | 'warning'
  field: string
}

/** The problems of an item: one error and one warning that are easy to cause and to fix. */
function problemsOf(value: PayloadItem): FoundProblem[] {
  const found: FoundProblem[] = []
  const field = 'products/0/brandId'
  if (cellOf(value, field) === undefined)
    found.push({
      code: 'MISSING_BRAND',
      path: 'items/item[1]/products/product[1]/brandId',
      message: 'A brand is missing. Choose one, or say it in words.',
      severity: 'error',
      field,
      suggestion: { value: 'b7', why: 'The other items of this manufacturer have it.' },
    })
  const weight = 'packageData/netWeight/measure'
  if (cellOf(value, weight) === '0')
    found.push({
      code: 'NO_CONTENT',
      path: 'items/item[1]/packageData/netWeight/@measure',
      message: 'A net content of 0 is unusual.',
      severity: 'warning',
      field: weight,
    })
  return found
}

const titleOf = (value: PayloadItem): string => cellOf(value, 'ecommerceTitle') ?? cellOf(value, 'id') ?? ''
const codeOf = (value: PayloadItem): string =>
  cellOf(value, 'productCodes/0/text') ?? cellOf(value, 'id') ?? ''
const has = (text: string | undefined, part: string): boolean =>
  (text ?? '').toLowerCase().includes(part.toLowerCase())

export class MemorySource implements GridSource {
  kind: FeedKind
  items: StoredItem[]
  draft = 'd1'
  revision = 0
  /** The recorded queries and edits, for assertions. */
  readonly queries: GridQuery[] = []
  readonly steps: { label: string; edits: DraftEdit[]; before: StoredItem[] }[] = []
  /** If set, the next edit is rejected with this message. */
  refusal: string | undefined
  /** The items in the catalog, by key; rows with one have its texts. */
  befores = new Map<number, PayloadItem>()
  /** Delay of each response, in milliseconds. */
  milliseconds = 0
  readonly #listeners = new Set<() => void>()

  constructor(kind: FeedKind, values: readonly PayloadItem[]) {
    this.kind = kind
    this.items = values.map((value, index) => ({ key: index + 1, revision: 0, value }))
  }

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, this.milliseconds))

  #matching({ keys, problem, text, cell }: DraftSelection): StoredItem[] {
    const chosen = keys && new Set(keys)
    return this.items.filter(({ key, value }) => {
      if (chosen && !chosen.has(key)) return false
      const problems = problemsOf(value)
      if (problem === 'any' && !problems.some(({ severity }) => severity === 'error')) return false
      if (problem && problem !== 'any' && !problems.some(({ code }) => code === problem.code)) return false
      if (text && !has(titleOf(value), text) && !has(codeOf(value), text)) return false
      if (!cell) return true
      const current = cellOf(value, cell.column)
      if (cell.is === 'empty') return current === undefined
      return cell.is === 'filled' ? current !== undefined : has(current, cell.is.containing)
    })
  }

  #row({ key, revision, value }: StoredItem, columns: readonly string[]): DraftRow {
    const problems = problemsOf(value)
    const before = this.befores.get(key)
    return {
      key,
      revision,
      position: this.items.findIndex((item) => item.key === key) + 1,
      title: titleOf(value),
      code: codeOf(value),
      errors: problems.filter(({ severity }) => severity === 'error').length,
      warnings: problems.filter(({ severity }) => severity === 'warning').length,
      isChecked: true,
      cells: columns.map((column) => cellOf(value, column) ?? null),
      ...(before && { befores: columns.map((column) => cellOf(before, column) ?? null) }),
      marks: columns.map((column) => problems.find((problem) => problem.field === column)?.severity ?? null),
    }
  }

  rows: GridSource['rows'] = async (query) => {
    this.queries.push(query)
    await this.#wait()
    const { selection, sort, offset, limit, columns } = query
    const found = this.#matching(selection)
    if (sort) {
      const ordered = new Map(found.map((item) => [item, cellOf(item.value, sort.column) ?? '']))
      found.sort((one, other) => {
        const order = (ordered.get(one) ?? '').localeCompare(ordered.get(other) ?? '')
        return sort.isDescending ? -order : order
      })
    }
    return {
      total: found.length,
      offset,
      rows: found.slice(offset, offset + limit).map((item) => this.#row(item, columns)),
    }
  }

  item: GridSource['item'] = async (key) => {
    await this.#wait()
    const index = this.items.findIndex((item) => item.key === key)
    const item = this.items[index]
    if (!item) throw new Error('The item is not there any more.')
    return { ...item, position: index + 1, problems: problemsOf(item.value), isChecked: true }
  }

  previewReplace: GridSource['previewReplace'] = async ({ selection, columns, find, by, matchCase }) => {
    await this.#wait()
    const examples = this.#matching(selection).flatMap(({ key, value }) =>
      columns.flatMap((column) => {
        const before = cellOf(value, column) ?? ''
        const after = replaceText(before, find, by, matchCase)
        return after === before ? [] : [{ key, title: titleOf(value), column, before, after }]
      }),
    )
    return {
      cells: examples.length,
      items: new Set(examples.map(({ key }) => key)).size,
      examples: examples.slice(0, 20),
    }
  }

  alikeValues: GridSource['alikeValues'] = async ({ selection, column }) => {
    await this.#wait()
    const texts = this.#matching(selection).map(({ value }) => cellOf(value, column) ?? '')
    const counts = Map.groupBy(texts.filter(Boolean), (text) => text)
    return clusterValues([...counts].map(([text, found]) => ({ text, count: found.length })))
  }

  edit: GridSource['edit'] = async (label, edits) => {
    await this.#wait()
    if (this.refusal !== undefined) {
      const words = this.refusal
      this.refusal = undefined
      throw new Error(words)
    }
    const before = this.items
    for (const edit of edits) this.#apply(edit)
    this.steps.push({ label, edits, before })
    this.#changed()
    return {
      items: this.items.filter((item, index) => item !== before[index]).length,
      draft: {
        id: 'd1',
        kind: this.kind,
        name: 'Draft',
        group: '',
        isTemplate: false,
        revision: this.revision,
        createdAt: '2026-11-01T10:00:00Z',
        updatedAt: '2026-11-01T10:00:00Z',
        itemCount: this.items.length,
        errorCount: 0,
        warningCount: 0,
        uncheckedCount: 0,
        undo: label,
      },
    }
  }

  newItem = (): PayloadItem => ({})

  /** Label of the last step. */
  get undoLabel(): string | undefined {
    return this.steps.at(-1)?.label
  }

  undo(): void {
    const step = this.steps.pop()
    if (step) this.items = step.before
    this.#changed()
  }

  /** The text of a column of the item at an index. */
  text = (index: number, column: string): string | undefined => {
    const item = this.items[index]
    return item && cellOf(item.value, column)
  }

  #changed(): void {
    this.revision++
    for (const listener of this.#listeners) listener()
  }

  #change(keys: ReadonlySet<number>, change: (value: PayloadItem, key: number) => PayloadItem): void {
    this.items = this.items.map((item) =>
      keys.has(item.key)
        ? { ...item, revision: item.revision + 1, value: change(item.value, item.key) }
        : item,
    )
  }

  #apply(edit: DraftEdit): void {
    const keysOf = (selection: DraftSelection) => new Set(this.#matching(selection).map(({ key }) => key))
    switch (edit.do) {
      case 'set':
        this.#change(keysOf(edit.selection), (value) =>
          withCell(this.kind, value, edit.column, edit.value ?? undefined),
        )
        return
      case 'cells': {
        const byKey = Map.groupBy(edit.cells, ({ key }) => key)
        this.#change(new Set(byKey.keys()), (value, key) =>
          (byKey.get(key) ?? []).reduce(
            (changed, cell) => withCell(this.kind, changed, cell.column, cell.value ?? undefined),
            value,
          ),
        )
        return
      }
      case 'replace':
        this.#change(keysOf(edit.selection), (value) =>
          edit.columns.reduce((changed, column) => {
            const current = cellOf(changed, column)
            if (current === undefined) return changed
            const text = replaceText(current, edit.find, edit.by, edit.matchCase)
            return text === current
              ? changed
              : withCell(this.kind, changed, column, text === '' ? undefined : text)
          }, value),
        )
        return
      case 'merge': {
        const kept = new Map(edit.merges.map(({ from, to }) => [from, to]))
        this.#change(keysOf(edit.selection), (value) => {
          const to = kept.get(cellOf(value, edit.column) ?? '')
          return to === undefined ? value : withCell(this.kind, value, edit.column, to)
        })
        return
      }
      case 'add': {
        const last = Math.max(0, ...this.items.map(({ key }) => key))
        this.items = [
          ...this.items,
          ...edit.values.map((value, index) => ({ key: last + 1 + index, revision: 0, value })),
        ]
        return
      }
      default:
        throw new Error(`The grid does not ${edit.do}`)
    }
  }
}

function replaceText(text: string, find: string, by: string, matchCase: boolean): string {
  if (matchCase) return text.replaceAll(find, () => by)
  const parts: string[] = []
  const lower = text.toLowerCase()
  let from = 0
  for (
    let index = lower.indexOf(find.toLowerCase());
    index >= 0;
    index = lower.indexOf(find.toLowerCase(), from)
  ) {
    parts.push(text.slice(from, index), by)
    from = index + find.length
  }
  return parts.join('') + text.slice(from)
}

const products = [
  'Oat drink',
  'Rice cakes',
  'Tomato soup',
  'Green tea',
  'Olive oil',
  'Honey',
  'Muesli',
  'Crispbread',
]

/** Items with values in the leading columns, some of them with a problem. */
export function sampleItems(kind: FeedKind, count: number, columnCount = 60): PayloadItem[] {
  const columns = draftColumns(kind).slice(0, columnCount)
  return Array.from({ length: count }, (_, index) => {
    const texts: [string, string | undefined][] = [
      ['ecommerceTitle', `${products[index % products.length]} ${index + 1}`],
      ['productCodes/0/text', String(4006381000000 + index * 7)],
      ['manufacturerId', `m${(index % 5) + 1}`],
      ['products/0/brandId', index % 11 === 3 ? undefined : `b${(index % 9) + 1}`],
      ['products/0/description', `${products[index % products.length]} from the sample`],
      ['packageData/netWeight/measure', index % 13 === 5 ? '0' : String(100 + (index % 20) * 25)],
      ['packageData/netWeight/uom', 'GRM'],
      ['privateLabelItem', index % 3 === 0 ? 'Y' : 'N'],
      ...columns
        .filter((_column, place) => place % 4 === 0)
        .map(({ column, input }): [string, string | undefined] => [
          column,
          input === 'text' || input === 'paragraph' ? `Text ${index}` : undefined,
        ]),
    ]
    return texts.reduce<PayloadItem>(
      (value, [column, text]) =>
        text !== undefined && cellOf(value, column) === undefined
          ? withCell(kind, value, column, text)
          : value,
      {},
    )
  })
}
