import { useEffect, useEffectEvent } from 'react'

/**
 * A file that another program or the system asked to open, from the moment the window receives it until its
 * screen reads it. The file has no place in the address, because a reload would read it again.
 */
export class Handover {
  #waiting: string | undefined
  #reader: ((path: string) => void) | undefined

  /** Gives the path to the open screen, or to the next one. */
  give(path: string): void {
    if (this.#reader) this.#reader(path)
    else this.#waiting = path
  }

  /** Calls the reader with the path that waits, and with each later one. @returns a function that ends this */
  read(reader: (path: string) => void): () => void {
    this.#reader = reader
    if (this.#waiting !== undefined) reader(this.#waiting)
    this.#waiting = undefined
    return () => {
      this.#reader = undefined
    }
  }
}

/** Calls `onPath` with the path that waits, and with each later one while the screen is open. */
export function useHandover(handover: Handover, onPath: (path: string) => void): void {
  const read = useEffectEvent(onPath)
  useEffect(() => handover.read((path) => read(path)), [handover])
}
