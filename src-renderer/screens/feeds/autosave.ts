/**
 * Saves a draft a moment after the last change, one save at a time, and says truthfully where the text is:
 * saved, about to be, on its way, or kept only in this window. Knows nothing of React or of the transport.
 */

interface DraftContent {
  xml: string
  name: string
}

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Saving failed; it is tried again by itself. */
  | { kind: 'failed'; message: string }
  /** Somebody else saved the draft meanwhile: nothing is written until the person decides. */
  | { kind: 'conflict' }

export interface Autosave {
  state(): SaveState
  /** The newest revision known to be ours. */
  revision(): number
  subscribe(listener: () => void): () => void
  /** Something changed whose content follows: no longer saved. */
  touch(): void
  change(content: DraftContent): void
  /** Saves at once what is unsaved. Resolves to true when everything is saved. */
  flush(): Promise<boolean>
  /** Settles a conflict in favour of this window: saves over the given revision. */
  overwrite(revision: number): Promise<boolean>
  /** Drops what is unsaved: this window now shows the given revision. */
  adopt(revision: number): void
}

interface AutosaveOptions {
  revision: number
  /** Resolves to the new revision; rejects with what `isConflict` recognises when the revision is stale. */
  save(revision: number, content: DraftContent): Promise<number>
  isConflict(error: unknown): boolean
  /** Milliseconds of quiet before a save. */
  quiet?: number
  /** Milliseconds before a failed save is tried again. */
  patience?: number
}

export function createAutosave({
  revision,
  save,
  isConflict,
  quiet = 700,
  patience = 4000,
}: AutosaveOptions): Autosave {
  let state: SaveState = { kind: 'saved' }
  let pending: DraftContent | undefined
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
    const content = pending
    if (!content) return state.kind === 'saved'
    pending = undefined
    become({ kind: 'saving' })
    try {
      revision = await save(revision, content)
    } catch (error) {
      pending ??= content
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
    revision: () => revision,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    touch: () => {
      if (state.kind === 'saved') become({ kind: 'unsaved' })
    },
    change: (content) => {
      pending = content
      if (state.kind === 'conflict') return
      if (state.kind !== 'saving') become({ kind: 'unsaved' })
      plan(quiet)
    },
    flush,
    overwrite: (newest) => {
      revision = newest
      state = { kind: 'unsaved' }
      return flush()
    },
    adopt: (newest) => {
      clearTimeout(timer)
      pending = undefined
      revision = newest
      become({ kind: 'saved' })
    },
  }
}
