import { useLayoutEffect, useRef, useState } from 'react'

/** In milliseconds: longer than the pause between two letters of a fast typist, too short to be noticed. */
const debounceMilliseconds = 90

/**
 * The text of a search field. `commit` is called with the text when typing pauses. A change of `committed`
 * from elsewhere, such as the Back button, replaces the text.
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
  // The latest `commit` is called, so that an item or filter chosen during the pause stays in the address.
  const latestCommit = useRef(commit)
  useLayoutEffect(() => {
    latestCommit.current = commit
  })
  // React keeps a screen that was left mounted and hidden until the next one has loaded. Only layout effects
  // are cleaned up immediately.
  useLayoutEffect(() => () => clearTimeout(timer.current), [])

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
