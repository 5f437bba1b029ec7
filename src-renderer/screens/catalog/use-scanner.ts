import { useEffect, useEffectEvent, useRef } from 'react'
import { isCovered, isTyping } from '../../ui/keys.tsx'

/** The shortest code a product has (GTIN-8). */
const fewestDigits = 8
/** Milliseconds between two digits after which another code begins: a scanner is far quicker, a person is not slower. */
const pauseMilliseconds = 3000

/**
 * Calls `onCode` with a product code that is typed on the screen, outside any field, and ended by Enter: a scanner works
 * as such a keyboard. Nothing else on the screen wants digits, so that it need not be told from a person by its speed.
 */
export function useScanner(onCode: (code: string) => void): void {
  const digits = useRef('')
  const last = useRef(0)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) {
      digits.current = ''
      return
    }
    if (/^\d$/.test(event.key)) {
      const isNew = event.timeStamp - last.current > pauseMilliseconds
      digits.current = (isNew ? '' : digits.current) + event.key
      last.current = event.timeStamp
      return
    }
    if (event.key === 'Shift') return
    const code = digits.current
    digits.current = ''
    if (event.key !== 'Enter' || code.length < fewestDigits) return
    event.preventDefault()
    event.stopPropagation()
    onCode(code)
  })
  useEffect(() => {
    // Before the list takes Enter for itself.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
