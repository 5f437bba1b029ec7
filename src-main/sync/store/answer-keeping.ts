import { PlainError } from '../../../src-shared/plain-error.ts'
import { maxInlineBytes } from '../../../src-shared/vocabulary/kit/limits.ts'
import { type ItemAnswerDocument, needsPreparation, readApart } from '../../catalog/index.ts'
import { defineThreadFunctions, type Storage } from '../../storage/index.ts'
import { answerReaders } from '../../upstream/index.ts'
import { openPageMemory } from '../reading/page-memory.ts'

/** Parses the service's lists, acknowledgements, statuses and errors in a thread that can be terminated. */
export const answerReader = defineThreadFunctions('sync/answer', answerReaders)

/** Parses pages of items outside of the writer, in a thread that can be terminated. */
export const pageReader = defineThreadFunctions('sync/page', { read: readApart })

/**
 * Calls the writer with responses that were parsed in another thread. A short response is passed to the
 * writer unparsed. If the writer throws `needsPreparation`, the call is repeated with all responses parsed first.
 */
export type KeepAnswer = <A extends Uint8Array | undefined, T>(
  answers: A[],
  keep: (answers: (A | ItemAnswerDocument)[]) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

/**
 * Number of reusable buffers, one per slice read concurrently. A packed page is nearly as long as its
 * response.
 */
const maxPacked = 4
/** How long the buffers of packed pages are kept after the last use, in milliseconds. */
const bufferIdleTime = 3000

export function openAnswerKeeping(storage: Storage): KeepAnswer {
  const reader = storage.apart(pageReader)
  let memory = openPageMemory(maxPacked)
  let freeTimer: NodeJS.Timeout | undefined
  const freeBuffers = (): void => {
    memory = openPageMemory(maxPacked)
  }
  return async (answers, keep, signal) => {
    const buffers: Uint8Array[] = []
    const read = async (answer: Uint8Array): Promise<ItemAnswerDocument> => {
      const buffer = memory.take(answer.length)
      buffers.push(buffer)
      return { document: answer, ...(await reader('read', [answer, buffer], { signal })) }
    }
    const parseAndKeep = async (longerThan: number) => {
      const ready: Parameters<typeof keep>[0] = []
      for (const answer of answers)
        ready.push(answer !== undefined && answer.length > longerThan ? await read(answer) : answer)
      const kept = await keep(ready)
      for (const buffer of buffers) memory.give(buffer)
      freeTimer = freeTimer?.refresh() ?? setTimeout(freeBuffers, bufferIdleTime).unref()
      return kept
    }
    try {
      return await parseAndKeep(maxInlineBytes)
    } catch (error) {
      if (!(error instanceof PlainError) || error.code !== needsPreparation) throw error
    }
    return parseAndKeep(0)
  }
}
