import { useState } from 'react'
import { type FindingKey, type FindingRow, maxDecidedFindings } from '../../../src-shared/evidence/model.ts'
import { keyOf, keyText } from './finding-words.ts'

/** The findings that one decision is about: named ones, or all of the list. */
export interface FindingSelection {
  /** Number of selected findings that nobody has decided about; of the entire list if `isAll`. */
  count: number
  isAll: boolean
  keys: readonly FindingKey[]
  has(finding: FindingRow): boolean
  /** Selects or deselects a finding; with `isRange`, selects all loaded ones from the last one to it. */
  toggle(index: number, isRange?: boolean): void
  selectAll(): void
  clear(): void
}

interface FindingList {
  findingAt: (index: number) => FindingRow | undefined
  undecided: number
}

const none: ReadonlyMap<string, FindingKey> = new Map()

/** Selection of findings without a decision. */
export function useFindingSelection({ findingAt, undecided }: FindingList): FindingSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, FindingKey> | 'all'>(none)
  const [anchor, setAnchor] = useState<number>()
  const isAll = chosen === 'all'
  const keys = isAll ? none : chosen
  const isOpen = (finding: FindingRow | undefined): finding is FindingRow =>
    finding !== undefined && finding.decision === undefined
  return {
    isAll,
    count: isAll ? undecided : keys.size,
    keys: [...keys.values()],
    has: (finding) => isOpen(finding) && (isAll || keys.has(keyText(keyOf(finding)))),
    toggle(index, isRange = false) {
      const next = new Map(keys)
      const from = isRange ? (anchor ?? index) : index
      for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
        const finding = findingAt(at)
        if (!isOpen(finding)) continue
        const key = keyOf(finding)
        if (!isRange && next.delete(keyText(key))) continue
        if (next.size < maxDecidedFindings) next.set(keyText(key), key)
      }
      setAnchor(index)
      setChosen(next)
    },
    selectAll: () => setChosen('all'),
    clear: () => setChosen(none),
  }
}
