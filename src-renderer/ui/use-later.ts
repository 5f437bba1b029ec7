import { useEffect, useState } from 'react'

/** The value once it has been the same for a moment; compared by its content. */
export function useLater<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // The text stands for the value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}
