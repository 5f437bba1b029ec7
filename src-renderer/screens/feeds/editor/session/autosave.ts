/**
 * Saves what is edited a moment after the last change, one save at a time, and says truthfully where it is:
 * saved, about to be, on its way, or kept only in this window. Knows nothing of React or of the transport.
 */

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Saving failed; it is tried again by itself. */
  | { kind: 'failed'; message: string }
  /** Somebody else changed the same meanwhile: nothing is written until that is settled. */
  | { kind: 'conflict' }

interface Autosave<Content> {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** Something changed whose content follows: no longer saved. */
  touch(): void
  change(content: Content): void
  /** Saves at once what is unsaved. Resolves to true when everything is saved. */
  flush(): Promise<boolean>
  /** Settles a conflict: saves this instead. */
  overwrite(content: Content): Promise<boolean>
  /** Drops what is unsaved: what is shown is what is saved. */
  adopt(): void
}

interface AutosaveOptions<Content> {
  /** Rejects with what `isConflict` recognises when somebody else was first. */
  save(content: Content): Promise<void>
  isConflict(error: unknown): boolean
  /** Milliseconds of quiet before a save. */
  quiet?: number
  /** Milliseconds before a failed save is tried again. */
  patience?: number
}

export function createAutosave<Content>({
  save,
  isConflict,
  quiet = 700,
  patience = 4000,
}: AutosaveOptions<Content>): Autosave<Content> {
  let state: SaveState = { kind: 'saved' }
  let pending: { content: Content } | undefined
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const become = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const plan = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  async function saveOnce(): Promise<boolean> {
    const taken = pending
    if (!taken) return state.kind === 'saved'
    pending = undefined
    become({ kind: 'saving' })
    try {
      await save(taken.content)
    } catch (error) {
      pending ??= taken
      if (isConflict(error)) become({ kind: 'conflict' })
      else {
        become({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
        plan(patience)
      }
      return false
    }
    if (pending) return saveOnce()
    become({ kind: 'saved' })
    return true
  }
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (state.kind === 'conflict') return Promise.resolve(false)
    running ??= saveOnce().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    touch: () => {
      if (state.kind === 'saved') become({ kind: 'unsaved' })
    },
    change: (content) => {
      pending = { content }
      if (state.kind === 'conflict') return
      if (state.kind !== 'saving') become({ kind: 'unsaved' })
      plan(quiet)
    },
    flush,
    overwrite: (content) => {
      pending = { content }
      become({ kind: 'unsaved' })
      // The save that met the conflict may not have ended yet.
      return (running ?? Promise.resolve()).then(flush)
    },
    adopt: () => {
      clearTimeout(timer)
      pending = undefined
      become({ kind: 'saved' })
    },
  }
}
