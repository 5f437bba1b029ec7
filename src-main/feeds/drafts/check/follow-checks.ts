import type { Storage } from '../../../storage/index.ts'
import { draftWriter } from '../store/draft-writer.ts'
import { draftChecker } from './drafts-checker.ts'
import { followCategories } from './follow-categories.ts'
import type { UncategorizedItem } from './item-checks.ts'

/**
 * Items per round. The first round is small, so that a single edit is checked at once; later rounds update
 * the UI less often.
 */
const rounds = [20, 100, 400]

/** Topics that affect check results: the catalog, its lists, and the requirements of the service. */
const checkTopics: ReadonlySet<string> = new Set(['items', 'lookups', 'completeness', 'workspace'])

/** Debounce of catalog changes in milliseconds: a sync commits many times. */
const debounceTime = 500

/** Keeps the checks of drafts up to date: after edits, and after changes of the catalog. */
export function followChecks(storage: Storage) {
  const writer = storage.writer(draftWriter)
  const checker = storage.reader(draftChecker)
  const checkerThread = storage.reader(draftChecker, { apart: true })
  /** Counts changes in the check topics since the program started. */
  let catalog = 0
  let isClosed = false
  const suggest = followCategories(storage)
  let suggesting = Promise.resolve()
  /** Version of the check topics against which a draft was last checked completely. */
  const checkedVersions = new Map<string, string>()
  const running = new Map<string, Promise<void>>()
  const pending = new Set<string>()
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => checkTopics.has(topic))) catalog += 1
    if (changes.some(({ topic }) => topic === 'items')) followItems()
    if (changes.some(({ topic }) => topic === 'workspace')) checkRest()
  })
  let following: ReturnType<typeof setTimeout> | undefined

  /** Unchecks items whose catalog record changed, and checks their drafts again; debounced. */
  function followItems(): void {
    if (following !== undefined || isClosed) return
    following = setTimeout(() => {
      following = undefined
      writer
        .uncheckChanged()
        .then((ids) => Promise.all(ids.map(startCheck)))
        // It is retried when the draft is queued.
        .catch(() => undefined)
    }, debounceTime)
    following.unref()
  }

  /** Checks unchecked items after another service was connected: its refused rules may differ. */
  function checkRest(): void {
    writer
      .unchecked()
      .then((ids) => Promise.all(ids.map(startCheck)))
      .catch(() => undefined)
  }

  /** Adds suggestions one draft after the other, while the checks go on. */
  function suggestSoon(id: string, items: readonly UncategorizedItem[]): void {
    if (items.length === 0) return
    suggesting = suggesting.then(() => (isClosed ? undefined : suggest(id, items))).catch(() => undefined)
  }

  async function checkAll(id: string): Promise<void> {
    for (let round = 0; !isClosed; round += 1) {
      const limit = rounds[Math.min(round, rounds.length - 1)] ?? 0
      const { checked, uncategorized } = await (round === 0 ? checker : checkerThread).checkItems(id, limit)
      const kept = checked.length > 0 ? await writer.keepChecks(id, checked) : 0
      suggestSoon(id, uncategorized)
      if (checked.length < limit && kept === checked.length) return
    }
  }

  async function run(id: string): Promise<void> {
    do {
      pending.delete(id)
      await checkAll(id)
    } while (pending.has(id) && !isClosed)
  }

  /** Starts a check, or extends a running one to later changes. */
  function startCheck(id: string): Promise<void> {
    pending.add(id)
    const known = running.get(id)
    if (known) return known
    const check = run(id).finally(() => running.delete(id))
    running.set(id, check)
    return check
  }

  return {
    /**
     * Checks changed items in the background. After a failure they remain counted as unchecked, and are
     * retried with the next check.
     */
    soon(id: string): void {
      startCheck(id).catch(() => undefined)
    },
    /** Resolves when all items are checked against the current catalog. */
    async now(id: string): Promise<void> {
      // The end of the first full sync changes no item, but makes the catalog complete.
      const version = `${catalog} ${await checker.knowsAllItems()}`
      if (checkedVersions.get(id) !== version) {
        await writer.uncheck(id)
        checkedVersions.set(id, version)
      }
      await startCheck(id)
      if (pending.has(id)) await startCheck(id)
    },
    /** Resolves when the suggestions for all checks so far are stored. */
    suggested: (): Promise<void> => suggesting,
    close(): void {
      isClosed = true
      clearTimeout(following)
      unsubscribe()
    },
  }
}
