import type { FoundItems, ItemBodies, ItemQuery } from '../../catalog/index.ts'
import { itemPieceReader } from '../../catalog/index.ts'
import type { Storage } from '../../storage/index.ts'
import type { LargeAnswers } from './large-answers.ts'

/** The records of a large answer, all as they were at one moment, however long a client takes for them. */
export interface ItemPieces {
  count: number
  total: number
  pieces(): AsyncGenerator<ItemBodies>
  release(): void
}

/** Records asked for at once; fewer come where they are large. */
const window = 512

export async function openLargeItems(
  storage: Pick<Storage, 'snapshot'>,
  largeAnswers: LargeAnswers,
  query: ItemQuery,
  found: FoundItems,
): Promise<ItemPieces> {
  const leave = await largeAnswers.enter()
  const snapshot = storage.snapshot()
  const release = () => {
    snapshot.end()
    leave()
  }
  try {
    const reader = snapshot.reader(itemPieceReader)
    // What was found holds for the snapshot only when no item has changed in between.
    const isSame = (await reader.changeNumber()) === found.changeNumber
    const { seqs, total } = isSame ? found : await reader.find(query)
    return {
      count: seqs.length,
      total,
      release,
      async *pieces() {
        for (let at = 0; at < seqs.length; ) {
          const { taken, ...piece } = await reader.piece(query, [...seqs.subarray(at, at + window)])
          if (taken === 0) throw new Error('The snapshot has lost a record that it had.')
          at += taken
          yield piece
        }
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
