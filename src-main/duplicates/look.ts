import { type DuplicateLook, type LookStep, mostPairs, type Pair } from '../../src-shared/duplicates/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { type Front, type LookedSlice, lookReader } from './look-store.ts'
import type { SignKeeper } from './read-signs.ts'

/** Items of one stretch: some ten milliseconds. */
const inSlice = 500

interface Look {
  state: DuplicateLook['state']
  step: LookStep
  done: number
  total: number
  items: number
  asOf: number
  startedAt: string
  isPart: boolean
  note?: string
  pairs: Pair[]
  /** Identifiers of the items of the pairs, by row number. */
  ids: Map<number, string>
  ended: Promise<void>
}

/** One look through the whole catalog at a time, a stretch after the other, in a thread of its own. */
interface Looking {
  start(): Promise<DuplicateLook>
  stop(): Promise<DuplicateLook | null>
  state(): DuplicateLook | null
  /** What the last look found; nothing while one is under way. */
  result(): Pick<Look, 'pairs' | 'ids'> | undefined
  close(): Promise<void>
}

export function createLooking({
  storage,
  signs,
  clock,
  log,
}: {
  storage: Storage
  signs: SignKeeper
  clock: Clock
  log: Logger
}): Looking {
  const reader = storage.reader(lookReader, { apart: true })
  let current: Look | undefined

  async function run(look: Look): Promise<void> {
    const isOn = (): boolean => look.state === 'looking'
    const begin = (step: LookStep, total: number): void => {
      Object.assign(look, { step, done: 0, total })
    }
    const keep = (pairs: readonly Pair[]): void => {
      const room = mostPairs - look.pairs.length
      look.isPart ||= pairs.length > room
      look.pairs.push(...pairs.slice(0, Math.max(0, room)))
    }
    await signs.run(({ done, total }) => {
      if (isOn() && look.step === 'pictures') Object.assign(look, { done, total })
    })
    begin('codes', look.items)
    const fronts: Front[] = []
    for (let after: number | undefined = Number.MIN_SAFE_INTEGER; isOn() && after !== undefined; ) {
      const slice: LookedSlice = await reader.slice(after, inSlice)
      keep(slice.pairs)
      for (const front of slice.fronts) fronts.push(front)
      look.done += slice.passed
      after = slice.last
    }
    const brands = isOn() ? await reader.brands() : []
    begin(
      'names',
      brands.reduce((sum, { items }) => sum + items, 0),
    )
    for (let at = 0; isOn() && at < brands.length; ) {
      let items = 0
      const from = at
      while (at < brands.length && (items === 0 || items < inSlice)) items += brands[at++]?.items ?? 0
      const { pairs, isPart } = await reader.names(brands.slice(from, at).map(({ id }) => id))
      keep(pairs)
      look.isPart ||= isPart
      look.done += items
    }
    if (isOn()) {
      begin('comparing', fronts.length)
      keep(await reader.pictures(fronts))
      look.done = fronts.length
    }
    look.ids = new Map(await reader.ids([...new Set(look.pairs.flatMap(({ one, other }) => [one, other]))]))
    if (isOn()) look.state = 'completed'
  }

  const shown = ({ pairs: _pairs, ids: _ids, ended: _ended, ...look }: Look): DuplicateLook => ({
    ...look,
    isOutOfDate: storage.changeNumber('items') !== look.asOf,
  })
  async function stop(): Promise<DuplicateLook | null> {
    if (!current) return null
    if (current.state === 'looking') current.state = 'stopped'
    await current.ended
    return shown(current)
  }
  return {
    async start() {
      await stop()
      const asOf = storage.changeNumber('items')
      const look: Look = {
        state: 'looking',
        step: 'pictures',
        done: 0,
        total: 0,
        items: await reader.total(),
        asOf,
        startedAt: new Date(clock.now()).toISOString(),
        isPart: false,
        pairs: [],
        ids: new Map(),
        ended: Promise.resolve(),
      }
      current = look
      look.ended = run(look).catch((error: unknown) => {
        log.error({ err: error }, 'the look for duplicates failed')
        look.state = 'failed'
        look.note = error instanceof Error ? error.message : String(error)
      })
      return shown(look)
    },
    stop,
    state: () => (current ? shown(current) : null),
    result: () => (current && current.state !== 'looking' ? current : undefined),
    async close() {
      await stop()
    },
  }
}
