/** Follows changes of the open workspace, for the parts of the app outside its windows. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Topic } from '../../../../src-shared/rpc/changes.ts'
import type { Desk } from '../../../app/desk.ts'

/** Milliseconds between two updates, because a sync often announces its progress. */
const updateInterval = 1000

/** The open workspace, and the event of another one. */
export type Source = Pick<Desk, 'current' | 'onSwitch'>

/**
 * Calls `update` now, after each change of a topic, and when another workspace is opened. One call ends before
 * the next begins.
 */
export function followChanges(
  { current, onSwitch }: Source,
  topics: readonly Topic[],
  update: () => Promise<void>,
): void {
  let isUpdating = false
  let isStale = false
  let unsubscribe = (): void => {}

  async function run(): Promise<void> {
    isStale = true
    if (isUpdating) return
    isUpdating = true
    while (isStale) {
      isStale = false
      await update()
      await delay(updateInterval, undefined, { ref: false })
    }
    isUpdating = false
  }
  function follow(): void {
    unsubscribe()
    unsubscribe =
      current()?.services.storage.changes.subscribe(({ changes }) => {
        if (changes.some(({ topic }) => topics.includes(topic))) void run()
      }) ?? (() => {})
    void run()
  }
  follow()
  onSwitch(follow)
}
