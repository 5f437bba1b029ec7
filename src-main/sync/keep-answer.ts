/** Foreign bytes are read without a database, each in a thread of its own that can be ended. */
import { type ItemAnswerDocument, prepareItemPage, unprepared } from '../catalog/index.ts'
import { defineApart, type Storage, StoreError } from '../storage/index.ts'
import { answerReaders } from '../upstream/index.ts'

/** Lists, acknowledgements, statuses and errors that a service answers. */
export const answerReader = defineApart('answer', answerReaders)

/** Pages of items in a form that the scanner does not take as it is. */
export const pagePreparer = defineApart('page', { prepare: prepareItemPage })

/**
 * Gives answers to a call of the writer as they came; where it says that they have to be prepared first, that is done
 * in a thread that can be ended, and the call made again.
 */
export type KeepAnswer = <A extends Uint8Array | undefined, T>(
  answers: A[],
  keep: (answers: (A | ItemAnswerDocument)[]) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

export function openAnswerKeeping(storage: Storage): KeepAnswer {
  const prepare = storage.apart(pagePreparer)
  return async (answers, keep, signal) => {
    try {
      return await keep(answers)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== unprepared) throw error
    }
    const prepared: Parameters<typeof keep>[0] = []
    for (const answer of answers)
      prepared.push(answer === undefined ? answer : await prepare('prepare', [answer], { signal }))
    return keep(prepared)
  }
}
