import type { Clock } from '../platform/clock.ts'
import { type Budget, type EndableThread, openEndableThread } from './endable-thread.ts'
import type { ApartStore, StoreFunctions } from './store.ts'

/**
 * Calls a function of a store that runs apart: in a thread of its own, without a database, within a budget. With its
 * signal a caller ends what it no longer waits for.
 */
export type Apart<F extends StoreFunctions> = <N extends keyof F & string>(
  name: N,
  args: Parameters<F[N]>,
  options?: { signal?: AbortSignal | undefined },
) => Promise<ReturnType<F[N]>>

/** The calls of one store to the thread it runs in. */
export const apartCalls =
  <F extends StoreFunctions>(store: ApartStore<F>, thread: EndableThread, clock: Clock): Apart<F> =>
  async <N extends keyof F & string>(
    name: N,
    args: Parameters<F[N]>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ) =>
    // What the thread answers is what the function of that name gave there.
    (await thread.call(
      { store: store.name, function: name, arguments: args, now: clock.now() },
      signal,
    )) as ReturnType<F[N]>

/** The same without a workspace, such as for a command that reads files. */
export function openApart<F extends StoreFunctions>(
  entry: URL,
  store: ApartStore<F>,
  { clock, budget }: { clock: Clock; budget?: Budget },
): { call: Apart<F>; close(): Promise<void> } {
  const thread = openEndableThread(entry, { role: 'apart' }, budget ? { budget } : {})
  return { call: apartCalls(store, thread, clock), close: () => thread.close() }
}
