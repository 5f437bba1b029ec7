import type { Storage } from '../storage/storage.ts'
import type { Answer } from './handler.ts'

/** Bytes of answers kept. */
const largestCache = 32 * 1024 * 1024
/** An answer larger than this is not worth keeping. */
const largestAnswer = 4 * 1024 * 1024

/**
 * Whole answers by question, as long as nothing was committed since: a repeated question costs no query, and equal
 * questions asked at once are computed once. The least recently asked go first.
 */
export interface AnswerCache {
  get(question: string, compute: () => Promise<Answer>): Promise<Answer>
}

export function createAnswerCache(storage: Storage): AnswerCache {
  const kept = new Map<string, Promise<Answer>>()
  const sizes = new Map<string, number>()
  let bytes = 0
  let changeNumber = storage.changeNumber()

  const drop = (question: string) => {
    bytes -= sizes.get(question) ?? 0
    sizes.delete(question)
    kept.delete(question)
  }
  const keep = (question: string, answer: Promise<Answer>, size: number) => {
    // Something was committed, or asked anew, in the meantime.
    if (kept.get(question) !== answer) return
    if (size > largestAnswer) return drop(question)
    sizes.set(question, size)
    bytes += size
    for (const oldest of kept.keys()) {
      if (bytes <= largestCache) break
      if (sizes.has(oldest)) drop(oldest)
    }
  }

  return {
    get(question, compute) {
      if (storage.changeNumber() !== changeNumber) {
        changeNumber = storage.changeNumber()
        kept.clear()
        sizes.clear()
        bytes = 0
      }
      const known = kept.get(question)
      if (known) {
        kept.delete(question)
        kept.set(question, known)
        return known
      }
      const answer = compute()
      kept.set(question, answer)
      answer.then(
        ({ body }) => keep(question, answer, body.length),
        () => kept.get(question) === answer && drop(question),
      )
      return answer
    },
  }
}
