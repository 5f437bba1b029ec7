import type { Storage } from '../storage/storage.ts'
import type { ItemAnswer, ItemQuery } from './item-query.ts'

/** What an answer takes beside its body. */
const overhead = 1000

/**
 * Keeps whole answers, in the main thread, until an item changes. The least recently used go first.
 * @param mostBytes how much memory the answers may take together
 */
export function cacheAnswers(
  storage: Pick<Storage, 'changeNumber'>,
  answer: (query: ItemQuery) => Promise<ItemAnswer>,
  mostBytes = 64_000_000,
): (query: ItemQuery) => Promise<ItemAnswer> {
  const answers = new Map<string, ItemAnswer>()
  let bytes = 0
  let changeNumber = -1

  const sizeOf = ({ body }: ItemAnswer) => body.byteLength + overhead
  const keep = (key: string, kept: ItemAnswer) => {
    // One of several equal calls that ran side by side may be here before.
    if (answers.has(key)) return
    answers.set(key, kept)
    bytes += sizeOf(kept)
    for (const [oldest, old] of answers) {
      if (bytes <= mostBytes) break
      answers.delete(oldest)
      bytes -= sizeOf(old)
    }
  }
  return async (query) => {
    const asked = storage.changeNumber('items')
    if (asked !== changeNumber) {
      answers.clear()
      bytes = 0
      changeNumber = asked
    }
    const key = JSON.stringify(query, Object.keys(query).toSorted())
    const known = answers.get(key)
    if (known) {
      answers.delete(key)
      answers.set(key, known)
      return known
    }
    const found = await answer(query)
    // What was committed meanwhile may or may not be in it.
    if (storage.changeNumber('items') === asked && asked === changeNumber) keep(key, found)
    return found
  }
}
