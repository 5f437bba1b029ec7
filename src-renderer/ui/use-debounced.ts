import { useEffect, useState } from 'react'

/**
 * Debounces a value: returns it once it has not changed for `milliseconds`. Values are compared by their
 * JSON.
 */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // The JSON text represents the value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}
