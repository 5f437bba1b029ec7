import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { statesOf } from './make/item-change.ts'
import { openStepList } from './steps/step-list.ts'
import { openDraftFilling } from './store/draft-filling.ts'
import { openDraftTable } from './store/draft-table.ts'
import { draftWriter } from './store/draft-writer.ts'

const day = 24 * 3_600_000
const itemOf = (title: string): IngestItem => ({ type: 'grocery', ecommerceTitle: title, attributes: {} })

/** Several drafts in one database, with the expected set of item titles: created and not removed. */
function openModel() {
  const database = openTemporaryDatabase()
  let { db } = database
  let time = 1_000_000
  const contextOf = () => ({ db, now: () => time, record: () => undefined })
  let context = contextOf()
  let store = draftWriter.open(context)
  const transaction = <T>(act: () => T): T => db.transaction(act)()
  /** Titles of all items that must exist. */
  const existing = new Set<string>()
  /** Drafts deleted by the user. */
  const deleted = new Set<string>()
  let made = 0

  const ids = () => db.prepare<[], string>('SELECT id FROM draft ORDER BY rowid').pluck().all()
  const draftAt = (number: number) => ids()[number % Math.max(1, ids().length)] ?? 'none'
  const titlesOf = (id: string) =>
    db
      .prepare<[string], string>(
        "SELECT coalesce(value ->> '$.ecommerceTitle', '?') FROM draft_item WHERE draft = ? ORDER BY key",
      )
      .pluck()
      .all(id)
  const keysOf = (id: string) =>
    db.prepare<[string], number>('SELECT key FROM draft_item WHERE draft = ? ORDER BY key').pluck().all(id)
  const newItems = (count: number) =>
    Array.from({ length: count }, () => {
      made += 1
      return itemOf(`t${made}`)
    })
  /** What undo must restore: all drafts with their items. */
  const snapshot = () =>
    db
      .prepare<[], { id: string; name: string; group_name: string; is_deleted: number }>(
        'SELECT id, name, group_name, deleted_at IS NOT NULL AS is_deleted FROM draft ORDER BY rowid',
      )
      .all()
      .map((draft) => ({
        ...draft,
        titles: titlesOf(draft.id),
        items: db
          .prepare('SELECT key, value, base FROM draft_item WHERE draft = ? ORDER BY key')
          .all(draft.id),
      }))
  const titles = (items: IngestItem[]) => items.map(({ ecommerceTitle }) => ecommerceTitle ?? '')
  const some = (id: string, mask: number) => keysOf(id).filter((_, index) => (mask >> (index % 8)) & 1)
  const note = (names: string[], isThere: boolean) => {
    for (const name of names) isThere ? existing.add(name) : existing.delete(name)
  }

  const steps = {
    create(count: number) {
      const items = newItems(1 + (count % 3))
      made += 1
      transaction(() =>
        store.create(
          { id: `d${made}`, kind: 'create', name: `Draft ${made}` },
          items.map((value) => ({ value })),
        ),
      )
      note(titles(items), true)
    },
    add(at: number, count: number) {
      const items = newItems(1 + (count % 3))
      const edits = [{ do: 'add' as const, values: items }]
      const outcome = transaction(() => store.edit(draftAt(at), `+${titles(items).join()}`, edits))
      if (!('refused' in outcome)) note(titles(items), true)
    },
    remove(at: number, mask: number) {
      const id = draftAt(at)
      const keys = some(id, mask)
      const names = titlesOf(id).filter((_, index) => keys.includes(keysOf(id)[index] ?? 0))
      if (names.length === 0) return
      const edits = [{ do: 'remove' as const, selection: { keys } }]
      const outcome = transaction(() => store.edit(id, `-${names.join()}`, edits))
      if (!('refused' in outcome)) note(names, false)
    },
    change(at: number, mask: number) {
      const id = draftAt(at)
      const cells = some(id, mask).map((key) => ({ key, column: 'manufacturerId', value: `m${mask}` }))
      transaction(() => store.edit(id, 'change', [{ do: 'cells', cells }]))
    },
    split(at: number, mask: number) {
      const id = draftAt(at)
      made += 1
      const part = { id: `d${made}`, kind: 'create' as const, name: `Part ${made}` }
      transaction(() => store.split(id, { keys: some(id, mask) }, part))
    },
    join(at: number, other: number) {
      transaction(() => store.join([draftAt(at), draftAt(other), draftAt(at + other)]))
    },
    group(at: number, other: number) {
      const ids = [draftAt(at), draftAt(other), draftAt(at + other)]
      transaction(() => store.group(ids, other % 3 === 0 ? '' : `Group ${other % 3}`))
    },
    undo(at: number) {
      back(draftAt(at), 'undo')
    },
    redo(at: number) {
      back(draftAt(at), 'redo')
    },
    /** Undoes one applied step, also an undoing, and keeps the later ones. */
    undoStep(at: number, which: number) {
      const id = draftAt(at)
      const { steps = [] } = openStepList(db)(id) ?? {}
      const step = steps[which % Math.max(1, steps.length)]
      if (!step) return
      const before = snapshot()
      const take = which % 2 === 0 ? ('undone' as const) : ('current' as const)
      const choice = { revision: openDraftTable(context).get(id)?.revision ?? 0, take, except: [] }
      const outcome = transaction(() => store.undoStep(id, step.number, choice))
      if ('clashes' in outcome || 'refused' in outcome) {
        expect(snapshot()).toEqual(before)
        return
      }
      const after = snapshot()
      expect(after).not.toEqual(before)
      // The undoing is itself a step: undo and redo are exact.
      const from = outcome.drafts.find(isListed) ?? id
      expect('refused' in transaction(() => store.undo(from))).toBe(false)
      expect(snapshot()).toEqual(before)
      const again =
        before.find((draft) => draft.is_deleted === 0 && outcome.drafts.includes(draft.id))?.id ?? id
      expect('refused' in transaction(() => store.redo(again))).toBe(false)
      expect(snapshot()).toEqual(after)
      const [, back, applied = step.label] =
        /^Took back “(.*)”$|^Applied “(.*)” again$/.exec(step.label) ?? []
      noteChanged(
        back === undefined ? `Took back “${applied}”` : `Applied “${back}” again`,
        true,
        before.flatMap(({ titles: names }) => names),
      )
    },
    delete(at: number) {
      if (transaction(() => store.delete(draftAt(at)))) deleted.add(draftAt(at))
    },
    undelete(at: number) {
      const id = draftAt(at)
      if (!('refused' in transaction(() => store.undelete(id)))) deleted.delete(id)
    },
    append(at: number, count: number) {
      const items = newItems(1 + (count % 3))
      const id = draftAt(at)
      if (deleted.has(id) || !isListed(id)) return
      transaction(() =>
        store.append(
          id,
          items.map((value) => ({ value })),
        ),
      )
      note(titles(items), true)
    },
    /** An import creates an empty draft and appends its items in batches. */
    import(count: number, pieces: number) {
      made += 1
      const id = `d${made}`
      const filling = openDraftFilling(context)
      transaction(() => filling.create({ id, kind: 'create', name: `File ${made}` }))
      for (let piece = 0; piece < 1 + (pieces % 2); piece++) {
        const items = newItems(1 + (count % 3))
        transaction(() => filling.append(id, statesOf(items)))
        note(titles(items), true)
      }
    },
    queue(at: number) {
      const id = draftAt(at)
      if (!isListed(id)) return
      note(titlesOf(id), false)
      transaction(() => openDraftTable(context).remove(id))
    },
    pass(days: number) {
      time += (days % 40) * day
      const before = new Map(ids().map((id) => [id, titlesOf(id)]))
      transaction(() => store.begin(time - 30 * day))
      for (const id of ids()) before.delete(id)
      for (const [id, names] of before) {
        expect(deleted.has(id) || names.length === 0).toBe(true)
        note(names, false)
      }
    },
    /** A kill rolls back an uncommitted step; the database is opened again. */
    kill(at: number, other: number) {
      const killed = [
        () => store.join([draftAt(at), draftAt(other)]),
        () => store.undo(draftAt(at)),
        () => store.undoStep(draftAt(at), other % 8, { revision: other, take: 'undone', except: [] }),
        () => store.split(draftAt(at), {}, { id: 'killed', kind: 'create' as const, name: 'Killed' }),
        () => store.append(draftAt(at), [{ value: itemOf('killed') }]),
      ]
      db.exec('BEGIN')
      killed[(at + other) % killed.length]?.()
      db.close()
      db = openDatabase(database.path)
      context = contextOf()
      store = draftWriter.open(context)
    },
  }

  function isListed(id: string): boolean {
    const row = db.prepare<[string], { deleted_at: number | null }>(
      'SELECT deleted_at FROM draft WHERE id = ?',
    )
    return row.get(id)?.deleted_at === null
  }

  function back(id: string, way: 'undo' | 'redo'): void {
    const label = openDraftTable(context).get(id)?.[way] ?? ''
    const before = ids().flatMap(titlesOf)
    if (!('refused' in transaction(() => store[way](id)))) noteChanged(label, way === 'redo', before)
  }

  /**
   * Only the items that a step added may be gone after undoing it, and only those that it removed may be back.
   * Labels of steps that add or remove items name them (`+t1,t2`); undoing puts words before that.
   */
  function noteChanged(label: string, isForward: boolean, before: readonly string[]): void {
    const now = ids().flatMap(titlesOf)
    const gone = before.filter((title) => !now.includes(title))
    const added = now.filter((title) => !before.includes(title))
    const [, words, sign, list] = /^(Took back “|Applied “)?([+-])(t[^”]*)/.exec(label) ?? []
    const isAdding = ((sign === '+') === (words !== 'Took back “')) === isForward
    const named = list?.split(',') ?? []
    expect(isAdding ? named : []).toEqual(expect.arrayContaining(added))
    expect(isAdding ? [] : named).toEqual(expect.arrayContaining(gone))
    note(gone, false)
    note(added, true)
  }

  return {
    steps,
    [Symbol.dispose](): void {
      db.close()
      database[Symbol.dispose]()
    },
    check(): void {
      const all = ids().flatMap(titlesOf)
      expect(all.toSorted()).toEqual([...existing].toSorted())
      for (const id of ids())
        expect(isListed(id) || deleted.has(id) || titlesOf(id).length === 0, `${id} is lost`).toBe(true)
    },
  }
}

type StepName = keyof ReturnType<typeof openModel>['steps']
const names: StepName[] = [
  'create',
  'add',
  'remove',
  'change',
  'split',
  'split',
  'join',
  'join',
  'group',
  'undo',
  'undo',
  'undo',
  'redo',
  'redo',
  'undoStep',
  'undoStep',
  'undoStep',
  'delete',
  'undelete',
  'append',
  'import',
  'queue',
  'pass',
  'kill',
]
const numbers = fc.integer({ min: 0, max: 255 })

test('after any sequence of steps on several drafts, each item that was created and not removed exists once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...names), numbers, numbers), { minLength: 5, maxLength: 40 }),
      (sequence) => {
        using model = openModel()
        model.steps.create(2)
        model.steps.create(1)
        for (const [name, one, other] of sequence) {
          model.steps[name](one, other)
          model.check()
        }
      },
    ),
    { numRuns: numberOfCases(300) },
  )
})

test('sets the group of several drafts as one step, which undo and redo apply to all of them', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const store = draftWriter.open({ db, now: () => 1, record: () => undefined })
  for (const id of ['a', 'b', 'c']) store.create({ id, kind: 'create', name: id }, [])
  const groups = () => db.prepare('SELECT group_name FROM draft ORDER BY id').pluck().all()
  expect(store.group(['c'], 'Spring')).toEqual(['c'])
  // The third draft is already in the group.
  expect(store.group(['a', 'b', 'c'], 'Spring')).toEqual(['a', 'b'])
  expect(groups()).toEqual(['Spring', 'Spring', 'Spring'])
  expect(store.undo('b')).toMatchObject({ drafts: ['a', 'b'] })
  expect(groups()).toEqual(['', '', 'Spring'])
  expect(store.redo('a')).toMatchObject({ drafts: ['a', 'b'] })
  expect(groups()).toEqual(['Spring', 'Spring', 'Spring'])
  expect(store.group(['a', 'gone'], '')).toEqual({ refused: 'missing' })
  expect(groups()).toEqual(['Spring', 'Spring', 'Spring'])
})
