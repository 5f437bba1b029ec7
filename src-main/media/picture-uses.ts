/** Uses are written down together, this often (milliseconds): looking at a picture must not cost a transaction. */
const interval = 5000

/** Notes which files were looked at, for the order in which they go when room is needed. */
export interface PictureUses {
  note(sha256: string): void
  /** Writes down what was noted. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createPictureUses(
  now: () => number,
  write: (uses: { sha256: string; at: number }[]) => Promise<void>,
): PictureUses {
  const noted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (noted.size === 0) return
    const uses = [...noted].map(([sha256, at]) => ({ sha256, at }))
    noted.clear()
    await write(uses)
  }
  return {
    note(sha256) {
      noted.set(sha256, now())
      // A use that is never written down costs a file its place in the order, nothing more.
      timer ??= setTimeout(() => void flush().catch(() => undefined), interval).unref()
    },
    flush,
    close: flush,
  }
}
