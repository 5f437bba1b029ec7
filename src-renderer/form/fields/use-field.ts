import { isError, type Problem } from '../../../src-shared/problem.ts'
import { decimalWords } from '../../ui/text/words.ts'
import { useFormStore, useLeaf } from '../form-store.ts'
import { createAt, type Member, type Place, problemPath } from '../place.ts'
import { useProblemsAt, useVisited } from '../problem-store.ts'
import { typedMeasure, typedNumber, unclearWords } from './typed-number.ts'

export interface LeafField {
  value: string
  /**
   * Clearing an input removes its element, for every kind of input. The text of an element with attributes
   * and the entry of a list cannot be removed alone: they become empty. An element that was received empty
   * stays empty until a person edits it.
   */
  change: (text: string) => void
  error: string | undefined
  warning: string | undefined
  path: string
}

/** A field whose input may hold a number. */
export interface NumberField extends LeafField {
  /** The value in the notation of the page's language, as its input shows it. */
  shownNumber: string
  /**
   * Converts the typed number to a decimal; the unit of a typed measure is written to the unit field next to
   * it.
   */
  settleNumber: () => void
}

/** The messages of the problems of a field. */
const wordsOf = (problems: readonly Problem[]): string | undefined =>
  problems.length > 0 ? problems.map((problem) => problem.message).join(' ') : undefined

/** The text of one leaf, a function that changes it, and its problems. */
export function useField(member: Member, place: Place): NumberField {
  const store = useFormStore()
  const path = problemPath(place)
  const value = useLeaf(place.keys)
  const problems = useProblemsAt(path)
  const visited = useVisited(path)
  const shown = value === '' && !visited ? [] : problems
  const mayBeAbsent = member.place !== 'text' && typeof place.keys.at(-1) !== 'number'
  return {
    value,
    shownNumber: decimalWords(value),
    settleNumber: () => {
      const hasUnit = place.keys.at(-1) === 'measure' || member.place === 'text'
      const typed = hasUnit ? typedMeasure(value) : undefined
      const number = typed?.measure ?? typedNumber(value)
      if (number !== value) store.set(place.keys, number)
      if (typed) store.set([...place.keys.slice(0, -1), 'uom'], typed.uom)
    },
    change: (text) => {
      if (text !== '') createAt(store, place.parent)
      store.set(place.keys, text === '' && mayBeAbsent ? undefined : text)
    },
    error: unclearWords(value) ?? wordsOf(shown.filter(isError)),
    warning: wordsOf(shown.filter((problem) => !isError(problem))),
    path,
  }
}
