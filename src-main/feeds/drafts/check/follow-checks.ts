import type { Storage } from '../../../storage/index.ts'
import { draftWriter } from '../store/draft-writer.ts'
import { draftChecker } from './drafts-checker.ts'

/** Items of one round: the first is small, so that one edit is judged at once; later ones tell the screens more rarely. */
const rounds = [20, 100, 400]

/** What items are checked against: the catalog, its lists, and what the service was said to require. */
const judging: ReadonlySet<string> = new Set(['items', 'lookups', 'completeness', 'workspace'])

/** Milliseconds in which changes of the catalog are gathered: a sync commits many times. */
const quiet = 500

/** Sees to it that every item of a draft is checked after it was changed, and again when the catalog was. */
export function followChecks(storage: Storage) {
  const writer = storage.writer(draftWriter)
  const checker = storage.reader(draftChecker)
  const checkerApart = storage.reader(draftChecker, { apart: true })
  /** Counts what changed in what items are checked against, since the program began. */
  let catalog = 0
  let isClosed = false
  /** The catalog that all items of a draft were checked against. */
  const against = new Map<string, string>()
  const running = new Map<string, Promise<void>>()
  const wanted = new Set<string>()
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => judging.has(topic))) catalog += 1
    if (changes.some(({ topic }) => topic === 'items')) followItems()
    if (changes.some(({ topic }) => topic === 'workspace')) checkRest()
  })
  let following: ReturnType<typeof setTimeout> | undefined

  /** What the catalog changed of the items of drafts is said in the drafts, once for what comes at one time. */
  function followItems(): void {
    if (following !== undefined || isClosed) return
    following = setTimeout(() => {
      following = undefined
      writer
        .uncheckChanged()
        .then((ids) => Promise.all(ids.map(begin)))
        // It is done again when the draft is to be queued.
        .catch(() => undefined)
    }, quiet)
    following.unref()
  }

  /** Another service is connected, which refuses other things: items concerned by that were unchecked. */
  function checkRest(): void {
    writer
      .unchecked()
      .then((ids) => Promise.all(ids.map(begin)))
      .catch(() => undefined)
  }

  async function checkAll(id: string): Promise<void> {
    for (let round = 0; !isClosed; round += 1) {
      const limit = rounds[Math.min(round, rounds.length - 1)] ?? 0
      const judged = await (round === 0 ? checker : checkerApart).checkItems(id, limit)
      const kept = judged.length > 0 ? await writer.keepChecks(id, judged) : 0
      if (judged.length < limit && kept === judged.length) return
    }
  }

  async function run(id: string): Promise<void> {
    do {
      wanted.delete(id)
      await checkAll(id)
    } while (wanted.has(id) && !isClosed)
  }

  /** Begins, or goes on: what was changed while items are being checked is checked as well. */
  function begin(id: string): Promise<void> {
    wanted.add(id)
    const known = running.get(id)
    if (known) return known
    const begun = run(id).finally(() => running.delete(id))
    running.set(id, begun)
    return begun
  }

  return {
    /** Checks what was changed, in a while. A failure shows in the count of unchecked items, and is tried again when asked. */
    soon(id: string): void {
      begin(id).catch(() => undefined)
    },
    /** Resolves when every item is checked against the catalog as it is now. */
    async now(id: string): Promise<void> {
      // The first whole sync ends with no change of an item, and yet more is known then.
      const present = `${catalog} ${await checker.knowsAllItems()}`
      if (against.get(id) !== present) {
        await writer.uncheck(id)
        against.set(id, present)
      }
      await begin(id)
      if (wanted.has(id)) await begin(id)
    },
    close(): void {
      isClosed = true
      clearTimeout(following)
      unsubscribe()
    },
  }
}
