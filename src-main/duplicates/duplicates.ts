import type { duplicatesContract } from '../../src-shared/duplicates/contract.ts'
import { groupPairs, type PairGroup } from '../../src-shared/duplicates/group-pairs.ts'
import { type DuplicateGroup, maxInGroup } from '../../src-shared/duplicates/model.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import type { Media } from '../media/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { createPictureHasher } from './hash-pictures.ts'
import { markReader, markWriter } from './mark-store.ts'
import { createScanner } from './scan.ts'
import { scanReader } from './scan-store.ts'

interface DuplicatesOptions {
  storage: Storage
  media: Pick<Media, 'signs'>
  clock: Clock
  log: Logger
  /**
   * Delay in milliseconds after the last change of pictures before they are hashed, so that a sync is not
   * slowed down.
   */
  quietTime?: number
}

export type Duplicates = ReturnType<typeof createDuplicates>

/** Finds items that may be the same product, and stores a person's decisions about them. */
export function createDuplicates({ storage, media, clock, log, quietTime = 30_000 }: DuplicatesOptions) {
  const signs = createPictureHasher({ storage, media, log })
  const scanner = createScanner({ storage, signs, clock, log })
  const rows = storage.reader(scanReader)
  const marks = storage.reader(markReader)
  const writer = storage.writer(markWriter)
  let unsubscribe: (() => void) | undefined
  let quiet: NodeJS.Timeout | undefined
  let grouped: { of: unknown; asOf: number; groups: PairGroup[] } | undefined

  /** The groups of the last scan, computed once for each change of the marks. */
  async function groups(): Promise<PairGroup[]> {
    const result = scanner.result()
    if (!result) return []
    const asOf = storage.changeNumber('duplicates')
    if (grouped?.of === result && grouped.asOf === asOf) return grouped.groups
    const marked = new Set((await marks.all()).map(([one, other]) => JSON.stringify([one, other])))
    const isMarked = (one: number, other: number): boolean =>
      marked.has(JSON.stringify([result.ids.get(one) ?? '', result.ids.get(other) ?? ''].sort()))
    grouped = { of: result, asOf, groups: groupPairs(result.pairs, isMarked) }
    return grouped.groups
  }
  const readSigns = (): void =>
    void signs.run().catch((error: unknown) => log.warn({ err: error }, 'the signs of pictures'))
  const readSignsSoon = (): void => {
    clearTimeout(quiet)
    quiet = setTimeout(readSigns, quietTime).unref()
  }

  return {
    /** The groups of the last scan without marked ones; rows have no pictures. */
    async found({ sureness, why, offset, limit }) {
      const all = await groups()
      const ofWhy = why ? all.filter(({ whys }) => whys.some(({ kind }) => kind === why)) : all
      const counts = { sure: 0, likely: 0, possible: 0 }
      for (const group of ofWhy) counts[group.sureness]++
      const chosen = sureness ? ofWhy.filter((group) => group.sureness === sureness) : ofWhy
      const start = Math.min(offset, Math.max(0, Math.ceil(chosen.length / limit) - 1) * limit)
      const page = chosen.slice(start, start + limit)
      const listed = page.map(({ items }) => items.slice(0, maxInGroup))
      const bySeq = new Map((await rows.rows(listed.flat())).map(({ seq, ...row }) => [seq, row]))
      return {
        look: scanner.state(),
        counts,
        total: chosen.length,
        offset: start,
        groups: page.map(({ items, ...group }, place): DuplicateGroup => {
          const present = (listed[place] ?? []).flatMap((seq) => bySeq.get(seq) ?? [])
          return { ...group, items: present, more: Math.max(0, items.length - maxInGroup) }
        }),
      }
    },
    look: () => scanner.start(),
    stop: () => scanner.stop(),
    mark: ({ itemIds }) => writer.put(itemIds),
    unmark: async ({ pairs }) => ({ removed: await writer.remove(pairs) }),
    /** Hashes pictures when they are stored. */
    startBackgroundWork() {
      unsubscribe ??= storage.changes.subscribe(({ changes }) => {
        if (changes.some(({ topic }) => topic === 'media')) readSignsSoon()
      })
      readSignsSoon()
    },
    async close() {
      unsubscribe?.()
      clearTimeout(quiet)
      await signs.close()
      await scanner.close()
    },
  } satisfies Room<typeof duplicatesContract>
}
