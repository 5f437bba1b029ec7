/**
 * Steps of a draft on their way to the backend: one after the other, each sent again until there is an answer. They are
 * kept for a reload of the page, with the text of the open cell. Knows nothing of React or of the transport.
 */
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { SaveState } from './autosave.ts'

export interface QueuedStep {
  label: string
  edits: DraftEdit[]
  /** Revision of the draft when the step was first sent; undefined before. */
  sentAt?: number
}

export interface EditQueue<Answer> {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** Resolves when the step was saved. Rejects when it was refused. */
  send(label: string, edits: DraftEdit[]): Promise<Answer>
  /** The text of an open cell as the step it will be: sent after a reload, unless it is sent or dropped before. */
  hold(step: QueuedStep | undefined): void
  /** Sends what was not saved before the page was loaded again. `refused` is called for each refused step. */
  resume(refused: (step: QueuedStep, error: unknown) => void): void
}

interface EditQueueOptions<Answer> {
  /** `again`: an earlier attempt may have arrived. */
  save(step: QueuedStep, again: boolean): Promise<Answer>
  /** The draft's revision, as far as this page knows it. */
  revision(): number | undefined
  /** Whether there was no answer, as opposed to a refusal. */
  isUnanswered(error: unknown): boolean
  /** Where steps are kept, such as `sessionStorage`, and under which name. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  name: string
  /** Milliseconds before a step without an answer is sent again. */
  patience?: number
}

const saved: SaveState = { kind: 'saved' }
const unsaved: SaveState = { kind: 'unsaved' }
const saving: SaveState = { kind: 'saving' }

export function createEditQueue<Answer>(options: EditQueueOptions<Answer>): EditQueue<Answer> {
  const { save, revision, isUnanswered, storage, name, patience = 2000 } = options
  const before = readSteps(storage.getItem(name))
  const steps: QueuedStep[] = []
  let held: QueuedStep | undefined
  let failure: string | undefined
  let last: Promise<unknown> = Promise.resolve()
  let state = saved
  const listeners = new Set<() => void>()

  const publish = () => {
    const open = held ? [...steps, held] : steps
    try {
      if (open.length === 0) storage.removeItem(name)
      else storage.setItem(name, JSON.stringify(open))
    } catch {
      // The storage is full: steps still wait here, and only a reload loses them.
    }
    const next: SaveState =
      failure !== undefined
        ? { kind: 'failed', message: failure }
        : steps.length > 0
          ? saving
          : held
            ? unsaved
            : saved
    if (next.kind === state.kind) return
    state = next
    for (const listener of listeners) listener()
  }

  async function saveUntilAnswered(step: QueuedStep): Promise<Answer> {
    for (;;) {
      const isAgain = step.sentAt !== undefined
      step.sentAt ??= revision()
      publish()
      try {
        return await save(step, isAgain)
      } catch (error) {
        if (!isUnanswered(error)) throw error
        failure = error instanceof Error ? error.message : String(error)
        publish()
        await new Promise((resolve) => setTimeout(resolve, patience))
      }
    }
  }

  const enqueue = (step: QueuedStep): Promise<Answer> => {
    held = undefined
    steps.push(step)
    publish()
    const sent = last.then(async () => {
      try {
        return await saveUntilAnswered(step)
      } finally {
        failure = undefined
        steps.splice(steps.indexOf(step), 1)
        publish()
      }
    })
    last = sent.catch(() => undefined)
    return sent
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send: (label, edits) => enqueue({ label, edits }),
    hold: (step) => {
      held = step
      publish()
    },
    resume: (refused) => {
      for (const step of before.splice(0)) enqueue(step).catch((error: unknown) => refused(step, error))
    },
  }
}

function readSteps(text: string | null): QueuedStep[] {
  try {
    const steps: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(steps) ? steps : []
  } catch {
    return []
  }
}
