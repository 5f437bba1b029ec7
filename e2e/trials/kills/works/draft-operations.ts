/** Operations on drafts, each killed while running. */
import assert from 'node:assert/strict'
import { query } from '../check-folder.ts'
import { type DraftBook, titlesOf } from '../draft-book.ts'
import type { MakeOperation, Operation } from '../operation.ts'
import { columnOf, draftsOf, type Served, until } from '../served.ts'
import type { Stage } from '../stage.ts'

/** Number of items per draft: enough that a bulk operation takes measurable time. */
const size = 600
const column = 'products/0/description'

/** Creates one draft on first use and returns it from then on. */
function oneDraft() {
  let draft: { id: string; titles: string[] } | undefined
  return async (served: Served, book: DraftBook) => (draft ??= await book.draft(served, size))
}

const setAll = (value: string) => [{ do: 'set' as const, selection: {}, column, value }]

async function expectAll(served: Served, id: string, allowed: string[]): Promise<void> {
  const found = [...new Set(await columnOf(served, id, column))]
  assert.ok(
    found.length === 1 && allowed.includes(found[0] ?? ''),
    `${allowed.join(' or ')} was expected in all items, found ${found.slice(0, 3).join(', ')}`,
  )
}

/** Cells typed one after the other: each confirmed edit is kept. */
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
          // The unconfirmed edit may be kept or not.
          if (answered < cells && after[answered] === value) wanted[answered] = value
          assert.deepEqual(after, wanted)
        },
      }
    },
  }
}
/** The empty first item of a draft has the key 1 and was removed. */
const keyOf = (index: number): number => index + 2

/** Sets one value in all items: all of them have it, or none. */
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

const undoOrRedo =
  (call: 'undoDraft' | 'redoDraft'): MakeOperation =>
  () => {
    const draftOf = oneDraft()
    let round = 0
    return {
      async begin(served, book) {
        const { id } = await draftOf(served, book)
        const [before, after] = [`Before ${++round}`, `After ${round}`]
        for (const value of [before, after])
          await served.calls.feeds.editDraft({ id, label: value, edits: setAll(value) })
        if (call === 'redoDraft') await served.calls.feeds.undoDraft({ id })
        const [from, to] = call === 'undoDraft' ? [after, before] : [before, after]
        return {
          run: async () => void (await served.calls.feeds[call]({ id })),
          expect: (now, isDone) => expectAll(now, id, isDone ? [to] : [from, to]),
        }
      },
    }
  }
/** A bulk operation is undone in all items, or in none. */
export const undo: MakeOperation = undoOrRedo('undoDraft')
export const redo: MakeOperation = undoOrRedo('redoDraft')

/** One step is undone alone in all items, or in none. The later step stays in either case. */
export const undoStep: MakeOperation = () => {
  const draftOf = oneDraft()
  const laterColumn = 'products/0/brandDescription'
  let round = 0
  return {
    async begin(served, book) {
      const { id } = await draftOf(served, book)
      const [before, after] = [`Before ${++round}`, `After ${round}`]
      for (const value of [before, after])
        await served.calls.feeds.editDraft({ id, label: value, edits: setAll(value) })
      const { steps } = await served.calls.feeds.draftSteps({ id })
      const number = steps[0]?.number ?? 0
      const later = { do: 'set' as const, selection: {}, column: laterColumn, value: after }
      await served.calls.feeds.editDraft({ id, label: 'Later', edits: [later] })
      return {
        run: async () => void (await served.calls.feeds.undoStep({ id, number })),
        async expect(now, isDone) {
          await expectAll(now, id, isDone ? [before] : [before, after])
          const kept = new Set(await columnOf(now, id, laterColumn))
          assert.deepEqual([...kept], [after], 'the later step')
        },
      }
    },
  }
}

/** Half of the items move to a new draft: all of them, or none. The split can be undone afterwards. */
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
          const isUnchanged = left === titles.length && part === undefined
          assert.ok(
            isSplit || (isUnchanged && !isDone),
            `${left} items are left, ${part?.itemCount} in the part`,
          )
          if (isSplit) await now.calls.feeds.undoDraft({ id })
        },
      }
    },
  }
}

/** Three drafts are joined into one, or stay unchanged. The join can be undone afterwards. */
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
          const isUnchanged = counts.length === 3 && counts.every((count) => count === size / 3)
          assert.ok(isJoined || (isUnchanged && !isDone), `the drafts have ${counts.join(', ')} items`)
          if (isJoined) await now.calls.feeds.undoDraft({ id: ids[0] ?? '' })
        },
      }
    },
  }
}

/** An interrupted check is completed by the restarted program without a request. */
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

/** A draft of all results of a search is complete, or absent. */
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

/** Either the draft or its feeds exist, never both; finally the service has received each item once. */
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
          assert.ok(!(isDraft && isDone), 'a queued draft still exists')
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
 * Sends all feeds and waits for their end: the service received each of these items once. Items of an
 * uncertain feed, whose sending was killed, were received at most once, and a person can resolve the feed.
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
