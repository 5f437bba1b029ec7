/** Searches of the catalog while a job runs in the background. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Calls } from '../support/rpc.ts'
import { timed } from './in-turn.ts'

const words = 'chocolate milk tea sauce creme bio cheddar pasta olive oil bread rice juice'.split(' ')

interface Reading {
  seconds: number
  /** Duration in milliseconds of each search during the job. */
  searches: number[]
}

/** Waits until a running job has ended, and searches the catalog five times a second until then. */
export async function searchedUntil(calls: Calls, isDone: () => Promise<boolean>): Promise<Reading> {
  const started = performance.now()
  const searches: number[] = []
  while (!(await isDone())) {
    const turn = searches.length
    const text = `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}`
    searches.push(await timed(() => calls.catalog.search({ text, offset: 0, limit: 50 })))
    await delay(200)
  }
  return { seconds: (performance.now() - started) / 1000, searches }
}
