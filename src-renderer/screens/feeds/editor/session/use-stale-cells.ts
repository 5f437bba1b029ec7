import { ORPCError } from '@orpc/client'
import { useCallback, useState } from 'react'
import type { DraftCell, DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { DraftChanged, StaleCells } from '../../../../../src-shared/feeds/draft/model.ts'
import { client } from '../../../../rpc/client.ts'
import type { DraftWork } from './use-draft.ts'

/** A question about cells that another person changed meanwhile. */
export interface StaleQuestion {
  stale: StaleCells
  /**
   * Answers the question with the cells (`cellName`) that keep the text of this person; undefined drops the whole
   * step.
   */
  onAnswer: (mine: ReadonlySet<string> | undefined) => void
}

export const cellName = ({ key, column }: { key: number; column: string }): string => `${key} ${column}`

/** Sends steps of the grid. If cells were changed elsewhere meanwhile, asks which texts they are to have. */
export function useStaleCells(id: string, work: DraftWork) {
  const [question, setQuestion] = useState<StaleQuestion>()
  const sendSettled = useCallback(
    async (label: string, edits: DraftEdit[]): Promise<DraftChanged | undefined> => {
      let left = edits
      while (left.length > 0) {
        try {
          return await work.queue.send(label, left)
        } catch (error) {
          if (!(error instanceof ORPCError && error.code === 'STALE_CELLS')) throw error
          const stale = await client.feeds.staleCells({ id, cells: left.flatMap(cellsOf) })
          const mine = await new Promise<ReadonlySet<string> | undefined>((onAnswer) =>
            setQuestion({ stale, onAnswer }),
          ).finally(() => setQuestion(undefined))
          if (!mine) throw error
          left = settled(left, stale, mine)
        }
      }
      return undefined
    },
    [id, work],
  )
  return { sendSettled, question }
}

const cellsOf = (edit: DraftEdit): DraftCell[] => (edit.do === 'cells' ? edit.cells : [])

/**
 * The edits after an answer: a cell that keeps its own text is now based on the other text, a cell that takes the
 * other text is dropped.
 */
export function settled(
  edits: readonly DraftEdit[],
  stale: StaleCells,
  mine: ReadonlySet<string>,
): DraftEdit[] {
  const theirs = new Map(stale.cells.map((cell) => [cellName(cell), cell.theirs]))
  return edits.flatMap((edit): DraftEdit[] => {
    if (edit.do !== 'cells') return [edit]
    const cells = edit.cells.flatMap((cell): DraftCell[] => {
      const was = theirs.get(cellName(cell))
      if (was === undefined) return [cell]
      return mine.has(cellName(cell)) ? [{ ...cell, was }] : []
    })
    return cells.length > 0 ? [{ ...edit, cells }] : []
  })
}
