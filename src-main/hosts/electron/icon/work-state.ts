/** Follows the work of the open workspace, for the parts of the app outside its windows. */
import { followChanges, type Source } from '../news/follow-changes.ts'

export interface WorkState {
  /** Number of entries of the outbox that need a person. */
  needsYou: number
  /** Number of feeds that wait to be sent. */
  waiting: number
  /** State of the unfinished sync; undefined if there is none. */
  sync?: 'running' | 'paused' | undefined
}

/** The state without an open workspace. */
export const noWork: WorkState = { needsYou: 0, waiting: 0, sync: undefined }

/** Calls the listener after every change of the state, also by another workspace. The first state is `noWork`. */
export function watchWork(source: Source, listener: (state: WorkState) => void): void {
  let last = noWork

  async function read(): Promise<WorkState> {
    const services = source.current()?.services
    if (!services) return noWork
    const [{ entries, counts }, sync] = await Promise.all([
      services.outbox().overview(),
      services.syncState(),
    ])
    const outcome = sync.current?.outcome
    return {
      needsYou: entries['needs-you'],
      waiting: counts.queued,
      sync: outcome === 'running' || outcome === 'paused' ? outcome : undefined,
    }
  }
  followChanges(source, ['outbox', 'sync'], async () => {
    // A workspace that is being closed cannot be read. The next one is announced.
    const state = await read().catch(() => last)
    if (JSON.stringify(state) === JSON.stringify(last)) return
    last = state
    listener(state)
  })
}
