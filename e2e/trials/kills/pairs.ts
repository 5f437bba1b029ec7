/** Two concurrent operations, first run to the end, then killed while running. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Calls } from '../../support/rpc.ts'
import { Random } from '../random.ts'
import { type DraftBook, openDraftBook } from './draft-book.ts'
import { killNow } from './killed-desk.ts'
import { draftsOf, expectInOrder, type Served, serve, until } from './served.ts'
import { gtinOf, type StageOptions, setStage } from './stage.ts'
import { expectSent } from './works/draft-operations.ts'

interface Pair {
  first(): Promise<unknown>
  second(): Promise<unknown>
}
type Begin = (served: Served, book: DraftBook) => Promise<Pair>

const size = 400
const everything = { text: '', brandIds: [], manufacturerIds: [] }
const setAll = (value: string) => [
  { do: 'set' as const, selection: {}, column: 'products/0/description', value },
]

/** A failed job reports in its state what a refused call reports as an error. */
class Refused extends Error {}

let imports = 0
/** Uploads a file of new products. `run` imports it; its items are recorded as doubtful. */
async function importOf(served: Served, book: DraftBook) {
  const from = 8_500_000 + ++imports * size * 2
  const titles = Array.from({ length: size * 2 }, (_row, index) => `Imported ${from + index}`)
  const lines = titles.map((name, index) =>
    JSON.stringify({ gtin: gtinOf(from + index), name, brand: 'Millbrook' }),
  )
  const name = `products-${imports}.jsonl`
  const file = await served.upload(name, lines.join('\n'))
  const draft = () =>
    until('the draft of an import', async () => (await draftsOf(served)).find((one) => one.name === name)?.id)
  return {
    draft,
    async run() {
      book.note(titles, 'doubtful')
      const { id } = await served.calls.imports.start({ file, target: 'drafts' })
      const job = await until('an import', async () => {
        const now = await served.calls.imports.job({ id })
        return now.state === 'running' ? undefined : now
      })
      if (job.state === 'failed') throw new Refused(job.note)
    },
  }
}

/** An operation on a draft while an import fills it. */
const onImportedDraft =
  (act: (calls: Calls, id: string, book: DraftBook) => Promise<unknown>): Begin =>
  async (served, book) => {
    const { run, draft } = await importOf(served, book)
    return { first: run, second: async () => act(served.calls, await draft(), book) }
  }

/** Two concurrent operations on one draft. */
const onOneDraft =
  (
    first: (calls: Calls, draft: { id: string; revision: number }) => Promise<unknown>,
    second: (calls: Calls, draft: { id: string; revision: number }) => Promise<unknown>,
  ): Begin =>
  async (served, book) => {
    const { id } = await book.draft(served, size)
    await served.calls.feeds.checkDraft({ id })
    const draft = { id, revision: (await served.calls.feeds.draft({ id })).revision }
    return { first: () => first(served.calls, draft), second: () => second(served.calls, draft) }
  }

/** Two concurrent operations on the whole workspace. */
const onWorkspace =
  (first: (served: Served) => Promise<unknown>, second: (served: Served) => Promise<unknown>): Begin =>
  async (served) => ({ first: () => first(served), second: () => second(served) })

async function exported({ calls }: Served): Promise<void> {
  let job = await calls.exports.start({ source: { selection: everything }, format: 'csv', cells: 'safe' })
  while (job.state === 'running') job = await calls.exports.job({ id: job.id, after: job.revision })
  if (job.state === 'failed') throw new Refused(job.note)
  assert.equal(job.itemsWritten, job.itemsTotal, 'items of the file')
}
async function synced({ calls }: Served): Promise<void> {
  await calls.sync.start({ full: true })
  await until('a sync', async () => ((await calls.sync.state()).current ? undefined : true))
}
async function rebuilt({ calls }: Served): Promise<void> {
  await calls.upkeep.start({ work: 'rebuild' })
  const state = await until('a rebuild', async () => {
    const now = await calls.upkeep.state()
    return now.running ? undefined : now
  })
  if (state.lastRebuild?.state === 'failed') throw new Refused(state.lastRebuild.note)
}
const backedUp = ({ calls }: Served) => calls.backups.make()
async function searched({ calls }: Served): Promise<void> {
  const { total } = await calls.catalog.search({ ...everything, offset: 0, limit: 50 })
  for (let time = 0; time < 20; time++) {
    const page = await calls.catalog.search({ ...everything, offset: 0, limit: 50 })
    assert.equal(page.total, total, 'items that a search finds meanwhile')
  }
}
const restored = async (served: Served) => {
  const { backups } = await served.calls.backups.state()
  const backup = backups[0]?.directory ?? ''
  return served.calls.backups.restore({ backup, mode: 'instead' })
}

const bulkEdit = (calls: Calls, { id }: { id: string }) =>
  calls.feeds.editDraft({ id, label: 'Set', edits: setAll('Set meanwhile') })
const checked = (calls: Calls, { id }: { id: string }) => calls.feeds.checkDraft({ id })
const queued = (calls: Calls, draft: { id: string; revision: number }) => calls.feeds.queueDraft(draft)
const undone = (calls: Calls, { id }: { id: string }) => calls.feeds.undoDraft({ id })
const divided = (calls: Calls, { id }: { id: string }) =>
  calls.feeds.splitDraft({ id, selection: { text: '1' }, name: 'Part' })

export const pairs: Record<string, Begin> = {
  'import, join': onImportedDraft(async (calls, id) => {
    // A new draft contains an item without a title, which would be unknown to the book.
    const other = await calls.feeds.createDraft({ kind: 'create' })
    await calls.feeds.editDraft({ id: other.id, label: 'Empty', edits: [{ do: 'remove', selection: {} }] })
    await calls.feeds.joinDrafts({ ids: [other.id, id] })
  }),
  'import, split': onImportedDraft((calls, id) => divided(calls, { id })),
  'import, delete': onImportedDraft((calls, id) => calls.feeds.deleteDraft({ id })),
  'import, queue': onImportedDraft(async (calls, id) => queued(calls, await calls.feeds.draft({ id }))),
  'import, edit': onImportedDraft((calls, id) => bulkEdit(calls, { id })),
  'import, import': async (served, book) => {
    const [first, second] = [await importOf(served, book), await importOf(served, book)]
    return { first: first.run, second: second.run }
  },
  'check, queue': onOneDraft(checked, queued),
  'queue, edit': onOneDraft(queued, bulkEdit),
  'edit, queue': onOneDraft(bulkEdit, queued),
  'queue, queue': onOneDraft(queued, queued),
  'queue, split': onOneDraft(queued, divided),
  'split, split': onOneDraft(divided, divided),
  'split, queue': onOneDraft(divided, queued),
  'undo, check': async (served, book) => {
    const draft = await book.draft(served, size)
    await bulkEdit(served.calls, draft)
    return { first: () => undone(served.calls, draft), second: () => checked(served.calls, draft) }
  },
  'join, join': async (served, book) => {
    const [one, two] = [await book.draft(served, size), await book.draft(served, size)]
    const joined = (ids: string[]) => () => served.calls.feeds.joinDrafts({ ids })
    return { first: joined([one.id, two.id]), second: joined([two.id, one.id]) }
  },
  'join, queue': async (served, book) => {
    const [one, two] = [await book.draft(served, size), await book.draft(served, size)]
    return {
      first: () => served.calls.feeds.joinDrafts({ ids: [one.id, two.id] }),
      second: () => queued(served.calls, two),
    }
  },
  'export, sync': onWorkspace(exported, synced),
  'export, rebuild': onWorkspace(exported, rebuilt),
  'sync, rebuild': onWorkspace(synced, rebuilt),
  'rebuild, search': onWorkspace(rebuilt, searched),
  'backup, sync': onWorkspace(backedUp, synced),
  'backup, backup': onWorkspace(backedUp, backedUp),
  'backup, import': async (served, book) => {
    const { run } = await importOf(served, book)
    return { first: () => backedUp(served), second: run }
  },
  'restore, sync': async (served) => {
    await backedUp(served)
    return { first: () => restored(served), second: () => synced(served) }
  },
  'restore, search': async (served) => {
    await backedUp(served)
    return { first: () => restored(served), second: () => searched(served) }
  },
}

interface PairResult {
  pair: string
  rounds: number
  /** Number of kills before both operations were done. */
  kills: number
  seconds: number
  /** Refusals by code and message. */
  refusals: string[]
  failures: string[]
}

interface PairOptions extends StageOptions {
  seed: number
  /** Rounds of each pair to the end, and the same number with a kill. */
  times: number
  only?: string[] | undefined
  say?: (line: string) => void
}

export async function tryPairs({
  seed,
  times,
  only,
  items,
  say = () => undefined,
}: PairOptions): Promise<PairResult[]> {
  const stage = await setStage({ items, pictures: 'front' })
  const random = new Random(seed)
  const results: PairResult[] = []
  try {
    for (const [name, begin] of Object.entries(pairs)) {
      if (only && !only.includes(name)) continue
      const result: PairResult = { pair: name, rounds: 0, kills: 0, seconds: 0, refusals: [], failures: [] }
      results.push(result)
      const started = performance.now()
      const book = openDraftBook()
      let served = await serve(stage.begin(name.replace(', ', '-'), 'fronts-only'))
      let maxDuration = 50

      const round = async (isKilled: boolean): Promise<void> => {
        const { first, second } = await begin(served, book)
        const begun = performance.now()
        let open = 2
        const settle = (work: Promise<unknown>) =>
          work.then(
            () => void open--,
            (error: unknown) => {
              open--
              return error
            },
          )
        const outcomes = [settle(first())]
        await delay(random.below(Math.ceil(maxDuration / 2)))
        outcomes.push(settle(second()))
        const ended = Promise.all(outcomes)
        if (isKilled) {
          await Promise.race([delay(random.below(Math.ceil(maxDuration))), ended])
          if (open > 0) result.kills++
          await killNow(served.running.child)
        }
        const errors = (await ended).filter((error) => error !== undefined)
        maxDuration = Math.max(10, isKilled ? maxDuration : performance.now() - begun)
        result.rounds++
        for (const error of errors) addError(result, error, isKilled)
        if (isKilled) served = await serve(served.directory)
        await book.expectEachOnce(served)
        await expectInOrder(served, { isNew: isKilled })
        await expectSent(stage, served, [])
      }
      for (let time = 0; time < times * 2; time++)
        try {
          await round(time % 2 === 1)
        } catch (error) {
          result.failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
          await killNow(served.running.child)
          served = await serve(served.directory)
        }
      await served.running.stop()
      result.seconds = Math.round((performance.now() - started) / 100) / 10
      say(pairLine(result))
    }
  } finally {
    await stage.close()
  }
  return results
}

/** A refusal has a code and our message; any other error is a failure, unless the program was killed. */
function addError(result: PairResult, error: unknown, isKilled: boolean): void {
  const { status, code, message } = error as { status?: number; code?: string; message: string }
  const isRefusal = error instanceof Refused || status === 422
  const words = `${code ?? 'state'}: ${message}`
  if (isRefusal && !result.refusals.includes(words)) result.refusals.push(words)
  if (!isRefusal && !isKilled) result.failures.push(error instanceof Error ? (error.stack ?? words) : words)
}

const pairLine = ({ pair, rounds, kills, seconds, refusals, failures }: PairResult): string =>
  [
    `${pair.padEnd(16)} ${rounds} rounds, ${kills} kills, ${seconds} s, ${failures.length} failures`,
    ...refusals.map((words) => `    refused ${words}`),
    ...failures.map((words) => `    failed ${words.slice(0, 600)}`),
  ].join('\n')
