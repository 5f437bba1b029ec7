import { useEffect, useEffectEvent } from 'react'

/**
 * A file that another program or the system asked to open, from the moment the shell receives it until the
 * import screen reads it. The file has no place in the address, because a reload would read it again.
 */
let waiting: string | undefined
let reader: ((file: string) => void) | undefined

/** Gives the file to the open import screen, or to the next one. @param file its path */
export function openFromOutside(file: string): void {
  if (reader) reader(file)
  else waiting = file
}

/** Calls `onFile` with the file that waits, and with each later one while the screen is open. */
export function useFileFromOutside(onFile: (file: string) => void): void {
  const read = useEffectEvent(onFile)
  useEffect(() => {
    reader = (file) => read(file)
    if (waiting !== undefined) read(waiting)
    waiting = undefined
    return () => {
      reader = undefined
    }
  }, [])
}
