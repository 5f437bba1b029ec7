/** What is done to drafts, each step killed while it goes on. */
import assert from 'node:assert/strict'
import { type DraftBook, titlesOf } from '../draft-book.ts'
import { query } from '../look-over.ts'
import type { MakeOperation, Operation } from '../operation.ts'
import { columnOf, draftsOf, type Served, until } from '../served.ts'
import type { Stage } from '../stage.ts'

/** Items of a draft: enough that a step over all of them takes a while. */
const size = 600
const column = 'products/0/description'

/** One draft that is used again and again. */
function oneDraft() {
  let draft: { id: string; titles: string[] } | undefined
  return async (served: Served, book: DraftBook) => (draft ??= await book.draft(served, size))
}

const setAll = (value: string) => [{ do: 'set' as const, selection: {}, column, value }]

async function expectAll(served: Served, id: string, allowed: string[]): Promise<void> {
  const found = [...new Set(await columnOf(served, id, column))]
  assert.ok(
    found.length === 1 && allowed.includes(found[0] ?? ''),
    `${allowed.join(' or ')} was expected in all items, and there is ${found.slice(0, 3).join(', ')}`,
  )
}

/** Cells typed one after the other: each that was answered is kept. */
export const edit: MakeOperation = () => {
  const draftOf = oneDraft()
  const cells = 25
  let round = 0
  return {
    async begin(served, book) {
      const { id } = await draftOf(served, book)
      round += 1
      const before = (await columnOf(served, id, column)).slice(0, cells)
      const value = `Typed in round ${round}`
      let answered = 0
      return {
        async run() {
          for (let cell = 0; cell < cells; cell++) {
            const edits = [{ do: 'cells' as const, cells: [{ key: keyOf(cell), column, value }] }]
            await served.calls.feeds.editDraft({ id, label: `Cell ${cell}`, edits })
            answered += 1
          }
        },
        async expect(now) {
          const after = (await columnOf(now, id, column)).slice(0, cells)
          const wanted = before.map((text, index) => (index < answered ? value : text))
          // The one under way is kept or not.
          if (answered < cells && after[answered] === value) wanted[answered] = value
          assert.deepEqual(after, wanted)
        },
      }
    },
  }
}
/** A draft begins with one empty item, whose key is 1 and which is removed. */
const keyOf = (place: number): number => place + 2

/** One value into all items: all of them have it, or none. */
export const bulkEdit: MakeOperation = () => {
  const draftOf = oneDraft()
  let round = 0
  return {
    async begin(served, book) {
      const { id } = await draftOf(served, book)
      if (round === 0) await served.calls.feeds.editDraft({ id, label: 'Set', edits: setAll('Value 0') })
      const before = (await columnOf(served, id, column))[0] ?? ''
      const value = `Value ${++round}`
      return {
        run: async () =>
          void (await served.calls.feeds.editDraft({ id, label: value, edits: setAll(value) })),
        expect: (now, isDone) => expectAll(now, id, isDone ? [value] : [before, value]),
      }
    },
  }
}

const stepBack =
  (way: 'undoDraft' | 'redoDraft'): MakeOperation =>
  () => {
    const draftOf = oneDraft()
    let round = 0
    return {
      async begin(served, book) {
        const { id } = await draftOf(served, book)
        const [before, after] = [`Before ${++round}`, `After ${round}`]
        for (const value of [before, after])
          await served.calls.feeds.editDraft({ id, label: value, edits: setAll(value) })
        if (way === 'redoDraft') await served.calls.feeds.undoDraft({ id })
        const [from, to] = way === 'undoDraft' ? [after, before] : [before, after]
        return {
          run: async () => void (await served.calls.feeds[way]({ id })),
          expect: (now, isDone) => expectAll(now, id, isDone ? [to] : [from, to]),
        }
      },
    }
  }
/** A step over all items is undone in all of them, or in none. */
export const undo: MakeOperation = stepBack('undoDraft')
export const redo: MakeOperation = stepBack('redoDraft')

/** Half of the items move into a draft of their own: all of them, or none. It can be undone afterwards. */
export const split: MakeOperation = () => {
  const draftOf = oneDraft()
  return {
    async begin(served, book) {
      const { id, titles } = await draftOf(served, book)
      const { rows } = await served.calls.feeds.draftRows({
        ...{ id, selection: {}, offset: 0, limit: 1000, columns: [] },
      })
      assert.equal(rows.length, titles.length, 'items of the draft to split')
      const keys = rows.filter((_row, index) => index % 2 === 0).map(({ key }) => key)
      return {
        run: async () =>
          void (await served.calls.feeds.splitDraft({ id, selection: { keys }, name: 'Part' })),
        async expect(now, isDone) {
          const left = (await now.calls.feeds.draft({ id })).itemCount
          const part = (await draftsOf(now)).find(({ name }) => name === 'Part')
          const isSplit = left === titles.length - keys.length && part?.itemCount === keys.length
          const isWhole = left === titles.length && part === undefined
          assert.ok(isSplit || (isWhole && !isDone), `${left} items are left, ${part?.itemCount} in the part`)
          if (isSplit) await now.calls.feeds.undoDraft({ id })
        },
      }
    },
  }
}

/** Three drafts become one, or stay as they are. It can be undone afterwards. */
export const join: MakeOperation = () => {
  const drafts: { id: string; titles: string[] }[] = []
  return {
    async begin(served, book) {
      while (drafts.length < 3) drafts.push(await book.draft(served, size / 3))
      const ids = drafts.map(({ id }) => id)
      return {
        run: async () => void (await served.calls.feeds.joinDrafts({ ids })),
        async expect(now, isDone) {
          const listed = (await draftsOf(now)).filter(({ id }) => ids.includes(id))
          const counts = listed.map(({ itemCount }) => itemCount)
          const isJoined = counts.length === 1 && counts[0] === size
          const isApart = counts.length === 3 && counts.every((count) => count === size / 3)
          assert.ok(isJoined || (isApart && !isDone), `the drafts have ${counts.join(', ')} items`)
          if (isJoined) await now.calls.feeds.undoDraft({ id: ids[0] ?? '' })
        },
      }
    },
  }
}

/** A check that was cut off is done by the next life of the program, without being asked. */
export const check: MakeOperation = () => {
  const draftOf = oneDraft()
  let round = 0
  return {
    async begin(served, book) {
      const { id } = await draftOf(served, book)
      await served.calls.feeds.editDraft({ id, label: 'Set', edits: setAll(`Checked ${++round}`) })
      return {
        run: async () => void (await served.calls.feeds.checkDraft({ id })),
        async expect(now) {
          await until('the check', async () =>
            (await now.calls.feeds.draftProblems({ id })).uncheckedCount === 0 ? true : undefined,
          )
        },
      }
    },
  }
}

/** A draft of all that a search finds is whole, or not there. */
export const draftSearch: MakeOperation = () => ({
  async begin(served) {
    const selection = { text: '', brandIds: [], manufacturerIds: [] }
    const { total } = await served.calls.catalog.search({ ...selection, offset: 0, limit: 1 })
    const found = async (now: Served) => (await draftsOf(now)).filter(({ kind }) => kind === 'refresh')
    return {
      run: async () =>
        void (await served.calls.feeds.draftSearch({ id: crypto.randomUUID(), kind: 'refresh', selection })),
      async expect(now, isDone) {
        const drafts = await found(now)
        assert.ok(
          drafts.length === 1 || (drafts.length === 0 && !isDone),
          `${drafts.length} drafts of the search`,
        )
        for (const { id, itemCount } of drafts) {
          assert.equal(itemCount, total, 'items of the draft of a search')
          await now.calls.feeds.deleteDraft({ id })
        }
      },
    }
  },
})

/** The draft is there or its feeds are, never both; in the end the service has got each item once. */
export const freeze: MakeOperation = (stage: Stage): Operation => {
  const queued: string[] = []
  return {
    async begin(served, book) {
      const { id, titles } = await book.draft(served, 120)
      await served.calls.feeds.checkDraft({ id })
      const { revision } = await served.calls.feeds.draft({ id })
      return {
        run: async () => void (await served.calls.feeds.queueDraft({ id, revision })),
        async expect(now, isDone) {
          const isDraft = (await draftsOf(now)).some((draft) => draft.id === id)
          assert.ok(!(isDraft && isDone), 'a draft that was queued is there')
          if (isDraft) await now.calls.feeds.deleteDraft({ id })
          if (isDraft) book.forget(titles)
          else queued.push(...titles)
        },
      }
    },
    finish: (served) => expectSent(stage, served, queued),
  }
}

/**
 * Sends and follows all feeds to their end: each of these items reached the service once. Those of a feed in doubt, which
 * a kill cut off on the wire, reached it at most once, and a person can go on with it.
 */
export async function expectSent(stage: Stage, { calls }: Served, titles: readonly string[]): Promise<void> {
  await until('the sending', async () => {
    await calls.outbox.sendNow()
    const { queued, sending, acknowledged, processing } = (await calls.outbox.overview()).counts
    return queued + sending + acknowledged + processing === 0 ? true : undefined
  })
  const inDoubt = new Set<string>()
  const { feeds } = await calls.outbox.list({ offset: 0, limit: 200 })
  for (const { id, state } of feeds) {
    assert.notEqual(state, 'failed', `the feed ${id} failed`)
    if (state !== 'uncertain') continue
    for (const title of titlesOf((await calls.outbox.feed({ id })).xml)) inDoubt.add(title)
    await calls.outbox.reconcile({ id })
  }
  const received = query<{ body: string }>(
    stage.sandboxDirectory,
    'SELECT cast(body AS TEXT) AS body FROM received_feed',
  )
  const times = new Map<string, number>()
  for (const title of received.flatMap(({ body }) => titlesOf(body)))
    times.set(title, (times.get(title) ?? 0) + 1)
  const wrong = titles.filter((title) => {
    const count = times.get(title) ?? 0
    return count > 1 || (count === 0 && !inDoubt.has(title))
  })
  assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} items did not reach the service once`)
}
