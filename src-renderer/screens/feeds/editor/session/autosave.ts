/**
 * Debounced autosave. Runs one save at a time and reports whether the content is saved, unsaved, being saved,
 * or failed to save. Independent of React and of the transport.
 */

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Saving failed; it is retried automatically. */
  | { kind: 'failed'; message: string }
  /** The content was changed elsewhere. Nothing is written until the conflict is resolved. */
  | { kind: 'conflict' }

interface Autosave<Content> {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** Marks the content as unsaved before the changed content is given with `change`. */
  touch(): void
  change(content: Content): void
  /** Saves unsaved content immediately. Resolves to true if everything is saved. */
  flush(): Promise<boolean>
  /** Resolves a conflict by saving this content. */
  overwrite(content: Content): Promise<boolean>
  /** Discards unsaved content and becomes saved. */
  adopt(): void
}

interface AutosaveOptions<Content> {
  /** Rejects with an error recognized by `isConflict` if the content was changed elsewhere. */
  save(content: Content): Promise<void>
  isConflict(error: unknown): boolean
  /** Milliseconds without a change before a save (debounce). */
  quiet?: number
  /** Milliseconds before a failed save is retried. */
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
      // The save that caused the conflict may still be running.
      return (running ?? Promise.resolve()).then(flush)
    },
    adopt: () => {
      clearTimeout(timer)
      pending = undefined
      become({ kind: 'saved' })
    },
  }
}
