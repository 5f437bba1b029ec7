import { useEffect, useEffectEvent, useRef } from 'react'
import { codeDigits } from '../../../../src-shared/catalog/product-code.ts'
import { isCovered, isTyping } from '../../../ui/text/keys.tsx'

/** The shortest code a product has (GTIN-8). */
const minDigits = 8
/** Milliseconds between two keys after which another code begins: a scanner is far quicker, a person is not slower. */
const pauseMilliseconds = 3000
const maxSigns = 100

/**
 * Calls `onCode` with the digits of a product code that is typed on the screen, outside any field, and ended by Enter: a
 * scanner works as such a keyboard. Nothing else on the screen wants digits, so that it need not be told from a person by
 * its speed.
 */
export function useScanner(onCode: (code: string) => void): void {
  const typed = useRef('')
  const last = useRef(0)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) {
      typed.current = ''
      return
    }
    if (event.key.length === 1) {
      const isNew = event.timeStamp - last.current > pauseMilliseconds
      typed.current = ((isNew ? '' : typed.current) + event.key).slice(-maxSigns)
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
    // Before the list takes Enter for itself.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
