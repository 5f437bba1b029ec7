/** An operation of a program that a trial interrupts at a random time. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { DraftBook } from './draft-book.ts'
import { openDraftBook } from './draft-book.ts'
import { killNow } from './killed-desk.ts'
import { expectInOrder, type Served, serve } from './served.ts'
import type { Stage } from './stage.ts'
import type { MakeWork } from './work.ts'

interface StartedOperation {
  /** Runs the operation; resolves when the program has confirmed it. */
  run(): Promise<void>
  /**
   * Checks after the kill that the operation is done completely or not at all, and done if it was confirmed;
   * follows the program's advice.
   */
  expect(served: Served, isDone: boolean): Promise<void>
}

export interface Operation {
  /** Prepares the workspace so that the operation can run. */
  begin(served: Served, book: DraftBook): Promise<StartedOperation>
  /** Final checks in a program that is not killed. */
  finish?(served: Served): Promise<void>
}

export type MakeOperation = (stage: Stage) => Operation

/** Kills an operation of a running program repeatedly; the restarted program shows the result. */
export const operationWork =
  (
    name: string,
    makeOperation: MakeOperation,
    from: 'connected' | 'synced' | 'fronts-only' = 'fronts-only',
  ): MakeWork =>
  async (stage) => {
    const directory = stage.begin(name, from)
    const operation = makeOperation(stage)
    const book = openDraftBook()
    let served = await serve(directory)
    let maxDuration = 0

    /**
     * Starts the operation, kills the program after the time, and checks the result in the restarted program.
     */
    async function runOnce(killAfter?: number): Promise<boolean> {
      const { run, expect } = await operation.begin(served, book)
      const started = performance.now()
      const ended = run().then(
        () => ({ isDone: true, milliseconds: performance.now() - started, error: undefined }),
        (error: unknown) => ({ isDone: false, milliseconds: 0, error }),
      )
      const early = await Promise.race([ended, ...(killAfter === undefined ? [] : [delay(killAfter)])])
      if (early?.error !== undefined) throw early.error
      await killNow(served.running.child)
      const { isDone, milliseconds } = await ended
      if (isDone) maxDuration = milliseconds
      served = await serve(directory)
      await expect(served, isDone)
      await book.expectEachOnce(served)
      await expectInOrder(served)
      return !isDone
    }
    return {
      async round(random: Random) {
        // Restarts the program if a failed round left it stopped.
        if (served.running.child.exitCode !== null || served.running.child.signalCode !== null)
          served = await serve(directory)
        return runOnce(maxDuration === 0 ? undefined : random.below(Math.ceil(maxDuration * 1000)) / 1000)
      },
      async finish() {
        await runOnce()
        await operation.finish?.(served)
        const code = await served.running.stop()
        if (code !== 0) throw new Error(`The program ended with code ${code}`)
      },
    }
  }
