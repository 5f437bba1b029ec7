import { type ChangeAnswer, type HubState, longPoll } from '../local-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { backoffDelay } from '../platform/retry.ts'
import type { Storage } from '../storage/index.ts'
import { type CopyPosition, copyReader, copyWriter } from './copy-store.ts'
import { type HubClient, LogGone } from './hub-client.ts'

/** Pauses after a failed call, in milliseconds. */
const pauses = { first: 100, longest: 2000 }
/** Without an answer for this time in milliseconds, the hub counts as not reachable. */
const maxSilence = longPoll + 5000

/** What a replica knows of its hub. */
export interface Followed {
  /** Undefined before the first answer ever. */
  state: HubState | undefined
  /** Whether the copy has all changes that the hub had when it answered. */
  isWhole: boolean
}

interface FollowOptions {
  storage: Storage
  client: Pick<HubClient, 'changes'>
  /** Called when a change is committed, before any answer is made from it. */
  onChange(now: Followed): void
  /** Called at the first of several failures in a row. */
  tell(trouble: string): void
  clock: Clock
  log: Logger
}

/** Keeps the copy equal to the hub until it is closed. */
export async function followHub({ storage, client, onChange, tell, clock, log }: FollowOptions) {
  const writer = storage.writer(copyWriter)
  let position = await storage.reader(copyReader).position()
  if (position.log === '' && !position.state) await writer.begin()
  /** The state after the changes that are being written. */
  let pending: Followed | undefined
  // The listener runs before any code that waits for the commit, so no answer is made from a mix.
  const unsubscribe = storage.changes.subscribe(() => {
    if (!pending) return
    const now = pending
    pending = undefined
    onChange(now)
  })
  onChange({ state: position.state, isWhole: isWhole(position) })
  const stopped = new AbortController()
  let stateTag: string | undefined
  let failures = 0
  let answeredAt: number | undefined
  /** When the copy was last known to equal the hub, in milliseconds since the epoch. */
  let wholeAt: number | undefined

  async function apply(answer: ChangeAnswer): Promise<void> {
    const next: CopyPosition = {
      log: answer.log,
      number: answer.number,
      isCopying: position.isCopying && answer.more,
      isPartial: answer.more,
      state: answer.state ?? position.state,
    }
    const isNew =
      answer.changes.length > 0 ||
      answer.state !== undefined ||
      !isWhole(position) ||
      next.log !== position.log
    if (isNew) {
      pending = { state: next.state, isWhole: isWhole(next) }
      await writer.apply(answer).finally(() => {
        pending = undefined
      })
      onChange({ state: next.state, isWhole: isWhole(next) })
    }
    position = next
    stateTag = answer.stateTag
  }
  async function step(): Promise<void> {
    const log = position.log === '' ? undefined : position.log
    const answer = await client.changes({ after: position.number, log, state: stateTag }, stopped.signal)
    const at = clock.now()
    await apply(answer)
    answeredAt = clock.now()
    if (!answer.more) wholeAt = at
  }
  async function restart(): Promise<void> {
    log.warn('the hub has another log: everything is copied anew')
    await writer.begin()
    position = { ...position, log: '', number: 0, isCopying: true, isPartial: true }
    onChange({ state: position.state, isWhole: false })
  }
  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await step()
        if (failures > 0) log.info('the hub answers again')
        failures = 0
      } catch (error) {
        if (stopped.signal.aborted) return
        if (error instanceof LogGone) await restart().catch((failure: unknown) => log.error({ err: failure }))
        else if (failures === 0) {
          log.warn({ err: error }, 'the hub cannot be followed')
          tell((error as Error).message)
        }
        await clock.sleep(backoffDelay(pauses, failures++), stopped.signal).catch(() => undefined)
      }
    }
  }
  const running = run()

  return {
    isReachable: (): boolean => answeredAt !== undefined && clock.now() - answeredAt < maxSilence,
    /** Milliseconds since the copy was last known to equal the hub; undefined before it ever was in this run. */
    lag: (): number | undefined => (wholeAt === undefined ? undefined : Math.max(0, clock.now() - wholeAt)),
    async close(): Promise<void> {
      stopped.abort()
      await running
      unsubscribe()
    },
  }
}
export type Follower = Awaited<ReturnType<typeof followHub>>

const isWhole = ({ isPartial, isCopying, state }: CopyPosition): boolean =>
  !isPartial && !isCopying && state !== undefined
