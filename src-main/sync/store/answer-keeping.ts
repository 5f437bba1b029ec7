import { PlainError } from '../../../src-shared/plain-error.ts'
import { readInPlace } from '../../../src-shared/vocabulary/kit/limits.ts'
import { type ItemAnswerDocument, readApart, unprepared } from '../../catalog/index.ts'
import { defineApart, type Storage } from '../../storage/index.ts'
import { answerReaders } from '../../upstream/index.ts'
import { openPageMemory } from '../reading/page-memory.ts'

/** Reads lists, acknowledgements, statuses and errors that a service answers, in a thread that can be ended. */
export const answerReader = defineApart('sync/answer', answerReaders)

/** Reads pages of items beside the writer, in a thread that can be ended. */
export const pageReader = defineApart('sync/page', { read: readApart })

/**
 * Calls the writer with answers that were read in another thread. A short answer goes to the writer as it came; when the
 * writer says `unprepared`, the call is repeated with all answers read apart.
 */
export type KeepAnswer = <A extends Uint8Array | undefined, T>(
  answers: A[],
  keep: (answers: (A | ItemAnswerDocument)[]) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

/** Packed pages are nearly as long as their answers; the pages of as many slices as are read at a time. */
const maxPacked = 4
/** How long the memory of packed pages is kept after the last, in milliseconds. */
const keptFor = 3000

export function openAnswerKeeping(storage: Storage): KeepAnswer {
  const reader = storage.apart(pageReader)
  let memory = openPageMemory(maxPacked)
  let forgetting: NodeJS.Timeout | undefined
  const forget = (): void => {
    memory = openPageMemory(maxPacked)
  }
  return async (answers, keep, signal) => {
    const rooms: Uint8Array[] = []
    const read = async (answer: Uint8Array): Promise<ItemAnswerDocument> => {
      const room = memory.take(answer.length)
      rooms.push(room)
      return { document: answer, ...(await reader('read', [answer, room], { signal })) }
    }
    const keepRead = async (longerThan: number) => {
      const ready: Parameters<typeof keep>[0] = []
      for (const answer of answers)
        ready.push(answer !== undefined && answer.length > longerThan ? await read(answer) : answer)
      const kept = await keep(ready)
      for (const room of rooms) memory.give(room)
      forgetting = forgetting?.refresh() ?? setTimeout(forget, keptFor).unref()
      return kept
    }
    try {
      return await keepRead(readInPlace)
    } catch (error) {
      if (!(error instanceof PlainError) || error.code !== unprepared) throw error
    }
    return keepRead(0)
  }
}
