import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftEdit } from '../../../../src-shared/feeds/draft/edits.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { type ItemState, withChange } from '../make/item-change.ts'
import { draftWriter } from '../store/draft-writer.ts'
import { isItemChange, type StepChange } from './step-change.ts'
import { type StepLink, statesOfSteps } from './step-states.ts'

const itemOf = (title: string): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: title,
  productCodes: [{ type: 'GTIN', text: title }],
  products: [{ description: `The ${title}` }, { description: `More ${title}` }],
  attributes: {},
})

type Steps = ReturnType<typeof openHistory>

/** A database with one draft of three items. `begin` starts a case, `end` takes all of its steps back. */
function openHistory() {
  const database = openTemporaryDatabase()
  const { db } = database
  let time = 1
  const store = draftWriter.open({ db, now: () => time, record: () => undefined })
  const items = ['a', 'b', 'c'].map((title) => ({ value: itemOf(title) }))
  store.create({ id: 'd', kind: 'create', name: 'Draft' }, items)
  const itemRows = db.prepare<[], { key: number; value: string; text: string | null }>(
    "SELECT key, value, text FROM draft_item WHERE draft = 'd' ORDER BY key",
  )
  const stepRows = db.prepare<[], StepLink & { changes: string }>(
    `SELECT number, undoes, kept, changes FROM draft_step
     WHERE draft = 'd' AND number <= (SELECT step FROM draft WHERE id = 'd') ORDER BY number`,
  )
  const revision = db.prepare<[], number>("SELECT revision FROM draft WHERE id = 'd'").pluck()
  const contents = (): Map<number, ItemState> =>
    new Map(
      itemRows
        .all()
        .map(({ key, value, text }) => [key, { value: JSON.parse(value), ...(text !== null && { text }) }]),
    )
  const initial = contents()
  return {
    [Symbol.dispose]: () => database[Symbol.dispose](),
    begin: () => void db.exec('BEGIN'),
    end: () => void db.exec('ROLLBACK'),
    store,
    contents,
    rows: () => stepRows.all(),
    revision: () => revision.get() ?? 0,
    keys: () => [...contents().keys()],
    /** Manufacturers of the items of a draft. */
    itemsOf: (id: string) =>
      db
        .prepare<[string], string | null>(
          "SELECT value ->> '$.manufacturerId' FROM draft_item WHERE draft = ? ORDER BY key",
        )
        .pluck()
        .all(id),
    /** The items after all steps that have an effect. */
    replayed(): Map<number, ItemState> {
      const states = new Map(initial)
      const rows = stepRows.all()
      const { cancelled } = statesOfSteps(rows)
      for (const { changes } of rows.filter(({ number }) => !cancelled.has(number)))
        for (const change of (JSON.parse(changes) as StepChange[]).filter(isItemChange)) {
          const state = states.get(change.key)
          if (state === undefined && change.at.length > 0) continue
          const after = withChange(state, change, 'do')
          if (after === undefined) states.delete(change.key)
          else states.set(change.key, after)
        }
      return new Map([...states].toSorted(([one], [other]) => one - other))
    },
    edit(edit: DraftEdit, label = 'Edit') {
      time += 60_000
      return store.edit('d', label, [edit as Parameters<typeof store.edit>[2][number]])
    },
  }
}

const columns = [
  'ecommerceTitle',
  'manufacturerId',
  'products/0/description',
  'products/1/description',
  'products/0/brandId',
]
const numbers = fc.nat({ max: 255 })
const operations = [
  'cell',
  'cell',
  'cell',
  'set',
  'add',
  'remove',
  'duplicate',
  'rename',
  'undo',
  'redo',
  'single',
  'single',
  'single',
] as const

/**
 * Step 7 undoes step 1, which is exact because step 4 undid it before and step 6 undid that; then step 9 undoes
 * step 6 in part.
 */
const undoingThatReliedOnAnother: [(typeof operations)[number], number, number][] = [
  ['cell', 205, 68],
  ['cell', 0, 41],
  ['cell', 0, 0],
  ['single', 0, 0],
  ['cell', 0, 37],
  ['single', 38, 0],
  ['single', 0, 0],
  ['cell', 79, 57],
  ['single', 229, 127],
  ['single', 10, 0],
]

test('undoing any step alone is the same as replaying the others, unless a later step changed the same field', () => {
  using draft = openHistory()
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...operations), numbers, numbers), { minLength: 3, maxLength: 24 }),
      (sequence) => {
        draft.begin()
        try {
          for (const [operation, one, other] of sequence) {
            const keys = draft.keys()
            const key = keys[one % Math.max(1, keys.length)] ?? 0
            const column = columns[other % columns.length] ?? ''
            const value = other % 4 === 0 ? null : `v${one % 3}`
            if (operation === 'cell') draft.edit({ do: 'cells', cells: [{ key, column, value }] })
            else if (operation === 'set') draft.edit({ do: 'set', selection: {}, column, value })
            else if (operation === 'add') draft.edit({ do: 'add', values: [itemOf(`n${one}`)] })
            else if (operation === 'remove') draft.edit({ do: 'remove', selection: { keys: [key] } })
            else if (operation === 'duplicate') draft.edit({ do: 'duplicate', selection: { keys: [key] } })
            else if (operation === 'rename') draft.edit({ do: 'rename', name: `Name ${other % 3}` })
            else if (operation === 'undo') draft.store.undo('d')
            else if (operation === 'redo') draft.store.redo('d')
            else undoSingle(draft, one, other)
          }
        } finally {
          draft.end()
        }
      },
    ),
    {
      numRuns: process.env['PROPERTY_CASES'] === 'all' ? 100_000 : 200,
      examples: [[undoingThatReliedOnAnother]],
    },
  )
})

function undoSingle(draft: Steps, which: number, decision: number): void {
  const applied = draft.rows()
  const step = applied[which % Math.max(1, applied.length)]
  if (!step) return
  const before = draft.contents()
  const outcome = draft.store.undoStep('d', step.number)
  if ('refused' in outcome) {
    expect(draft.contents()).toEqual(before)
    return
  }
  if ('clashes' in outcome) {
    expect(draft.contents()).toEqual(before)
    const { clashes } = outcome.clashes
    // A clash is never reported where both values are the same.
    for (const { undone, current } of clashes) expect(undone).not.toEqual(current)
    const choice = {
      revision: draft.revision(),
      take: 'current' as const,
      except: clashes.filter((_, at) => (decision >> at) & 1).map(({ id }) => id),
    }
    draft.store.undoStep('d', step.number, choice)
  } else if (draft.rows().at(-1)?.kept === null) {
    expect(draft.contents()).toEqual(draft.replayed())
  }
  const after = draft.contents()
  if (draft.rows().length === applied.length) return
  draft.store.undo('d')
  expect(draft.contents()).toEqual(before)
  draft.store.redo('d')
  expect(draft.contents()).toEqual(after)
}

test('undoing a split returns the items as they were changed since, with their remarks', () => {
  using draft = openHistory()
  const { store } = draft
  const remark = { code: 'REFUSED', message: 'Refused.', path: '' }
  const remarks = [
    {
      position: 0,
      placeInFeed: 0,
      feed: { id: 'f', name: 'Feed' },
      at: 1,
      problems: [remark],
    },
  ]
  store.create(
    { id: 'r', kind: 'create', name: 'Refused' },
    [{ value: itemOf('a') }, { value: itemOf('b') }],
    undefined,
    remarks,
  )
  store.split('r', { keys: [1] }, { id: 'part', kind: 'create', name: 'Part' })
  const cells = [{ key: 1, column: 'manufacturerId', value: 'later' }]
  store.edit('part', 'Later', [{ do: 'cells', cells }])
  expect(store.undoStep('r', 1)).toMatchObject({ items: 1, drafts: ['r', 'part'] })
  expect(draft.itemsOf('r')).toEqual(['later', null])
  expect(draft.itemsOf('part')).toEqual([])
  expect(store.undo('r')).toMatchObject({ drafts: ['r', 'part'] })
  expect([draft.itemsOf('r'), draft.itemsOf('part')]).toEqual([[null], ['later']])
})
