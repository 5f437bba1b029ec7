/** One thing that a person has a program do, which a trial cuts off at any moment. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { DraftBook } from './draft-book.ts'
import { openDraftBook } from './draft-book.ts'
import { killNow } from './killed-desk.ts'
import { expectInOrder, type Served, serve } from './served.ts'
import type { Stage } from './stage.ts'
import type { MakeWork } from './work.ts'

interface Begun {
  /** Has it done. Resolves when the program has said that it is done. */
  run(): Promise<void>
  /** Checks after the kill that it is done whole or not at all, and done where that was said; follows any advice. */
  expect(served: Served, isDone: boolean): Promise<void>
}

export interface Operation {
  /** Brings the workspace to where there is something to do. */
  begin(served: Served, book: DraftBook): Promise<Begun>
  /** Checks in the end, in a program that nobody kills. */
  finish?(served: Served): Promise<void>
}

export type MakeOperation = (stage: Stage) => Operation

/** Kills an operation of a running program again and again; the restarted program shows its outcome. */
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
    let longest = 0

    /** Lets the program work, kills it when the time is over, and looks at it in its next life. */
    async function life(killAfter?: number): Promise<boolean> {
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
      if (isDone) longest = milliseconds
      served = await serve(directory)
      await expect(served, isDone)
      await book.expectEachOnce(served)
      await expectInOrder(served)
      return !isDone
    }
    return {
      async round(random: Random) {
        // A program that a failed round left dead is started anew.
        if (served.running.child.exitCode !== null || served.running.child.signalCode !== null)
          served = await serve(directory)
        return life(longest === 0 ? undefined : random.below(Math.ceil(longest * 1000)) / 1000)
      },
      async finish() {
        await life()
        await operation.finish?.(served)
        const code = await served.running.stop()
        if (code !== 0) throw new Error(`The program ended with code ${code}`)
      },
    }
  }
