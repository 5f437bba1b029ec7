import type { MadeVariant } from './picture-keeping-store.ts'

/** Uses are written down together, this often (milliseconds): looking at a picture must not cost a transaction. */
const interval = 5000

/**
 * Notes which files were looked at, for the order in which they go when room is needed, and what was made to be looked
 * at, for the room it takes.
 */
export interface PictureUses {
  note(sha256: string): void
  noteMade(variant: MadeVariant): void
  /** Writes down what was noted. @throws StoreError when nothing can be written */
  flush(): Promise<void>
  /** The same for the last time, where anything can be written. */
  close(): Promise<void>
}

export interface UsesWriter {
  used(uses: { sha256: string; at: number }[]): Promise<void>
  made(variants: MadeVariant[]): Promise<void>
}

export function createPictureUses(now: () => number, writer: UsesWriter): PictureUses {
  const noted = new Map<string, number>()
  let made: MadeVariant[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const uses = [...noted].map(([sha256, at]) => ({ sha256, at }))
    const variants = made
    noted.clear()
    made = []
    if (uses.length > 0) await writer.used(uses)
    if (variants.length > 0) await writer.made(variants)
  }
  const flushSoon = (): void => {
    timer ??= setTimeout(() => void flushIfPossible(), interval).unref()
  }
  /** What is never written down costs a file its place in the order, or is counted at the next sweep. */
  const flushIfPossible = (): Promise<void> => flush().catch(() => undefined)
  return {
    note(sha256) {
      noted.set(sha256, now())
      flushSoon()
    },
    noteMade(variant) {
      made.push(variant)
      flushSoon()
    },
    flush,
    close: flushIfPossible,
  }
}
