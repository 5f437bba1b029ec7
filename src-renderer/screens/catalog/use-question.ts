import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type CatalogQuestion, readQuestion, writeQuestion } from './catalog-address.ts'
import { askFirstRows } from './list/use-catalog-rows.ts'

/** Milliseconds without a letter after which the address follows the search; browsers slow down pages that change it more often. */
const addressMilliseconds = 250

/**
 * What the catalog shows: the question of the address, with the words that are being typed. Every letter searches at
 * once, and the newest counts; only the address follows later. A change of the address from elsewhere, such as the Back
 * button, replaces the words.
 */
export function useQuestion(itemId: string | undefined) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const kept = useMemo(() => readQuestion(search), [search])
  const [text, setTyped] = useState(kept.selection.text)
  const written = useRef(kept.selection.text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (kept.selection.text !== written.current) {
    written.current = kept.selection.text
    setTyped(kept.selection.text)
  }

  const keptKey = writeQuestion(kept)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address keeps the same question
  const question = useMemo(() => withText(kept, text), [keptKey, text])
  const address = writeQuestion(question)

  const latest = useRef({ question, itemId })
  useEffect(() => {
    latest.current = { question, itemId }
  })
  const show = useCallback(
    (next: CatalogQuestion) => {
      clearTimeout(timer.current)
      written.current = next.selection.text
      const { itemId: open } = latest.current
      navigate(`/catalog${open === undefined ? '' : `/${encodeURIComponent(open)}`}${writeQuestion(next)}`, {
        replace: true,
      })
    },
    [navigate],
  )
  // A screen that is left stays, hidden, until the next one is loaded: only its layout effects end at once.
  useLayoutEffect(() => () => clearTimeout(timer.current), [])

  /** Searches for these words: their rows are asked for before anything is drawn. */
  const setText = useCallback(
    (next: string) => {
      askFirstRows(withText(latest.current.question, next))
      setTyped(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => show(withText(latest.current.question, next)), addressMilliseconds)
    },
    [show],
  )
  /** Shows another question, at once in the address. */
  const setQuestion = useCallback(
    (next: CatalogQuestion) => {
      askFirstRows(next)
      setTyped(next.selection.text)
      show(next)
    },
    [show],
  )
  return { question, text, address, setText, setQuestion }
}

const withText = (question: CatalogQuestion, text: string): CatalogQuestion => ({
  ...question,
  selection: { ...question.selection, text },
})
