import { useEffect, useEffectEvent, useRef } from 'react'
import { codeDigits } from '../../src-shared/catalog/product-code.ts'
import { hasOpenOverlay, isTyping } from '../ui/text/keys.tsx'

/** Length of the shortest product code (GTIN-8). */
const minDigits = 8
/**
 * Milliseconds between two keys after which a new code starts. Scanners are much faster, and people type
 * faster too.
 */
const pauseMilliseconds = 3000
const maxCharacters = 100

/**
 * Calls `onCode` with the digits of a product code that is typed outside any field and ended with Enter. A
 * scanner acts as a keyboard that types this way. Digits have no other use outside fields, so typing speed is
 * not checked.
 */
export function useScanner(onCode: (code: string) => void, { isActive = true } = {}): void {
  const typed = useRef('')
  const last = useRef(0)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasOpenOverlay()) {
      typed.current = ''
      return
    }
    if (event.key.length === 1) {
      const isNew = event.timeStamp - last.current > pauseMilliseconds
      typed.current = ((isNew ? '' : typed.current) + event.key).slice(-maxCharacters)
      last.current = event.timeStamp
      return
    }
    if (event.key === 'Shift') return
    const code = codeDigits(typed.current)
    typed.current = ''
    if (event.key !== 'Enter' || code === undefined || code.length < minDigits) return
    event.preventDefault()
    event.stopPropagation()
    onCode(code)
  })
  useEffect(() => {
    // Captured before the list handles Enter.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
