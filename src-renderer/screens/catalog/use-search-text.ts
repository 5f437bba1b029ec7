import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Long enough to swallow the letters of a fast word, short enough to feel immediate. */
const debounceMilliseconds = 90

/**
 * What stands in a search field while someone types, ahead of the search itself. `commit` is called with the text
 * once typing pauses; a change of `committed` from elsewhere (back button, a cleared filter) replaces the text.
 */
export function useSearchText(
  committed: string,
  commit: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(committed)
  const sent = useRef(committed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (committed !== sent.current) {
    sent.current = committed
    setText(committed)
  }
  // What is opened or filtered while a pause is waited for is part of where the text is then put.
  const latestCommit = useRef(commit)
  useLayoutEffect(() => {
    latestCommit.current = commit
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next
      latestCommit.current(next)
    }, debounceMilliseconds)
  }
  return [text, change]
}
