/**
 * Queue of steps of a draft. Steps are sent one at a time, each repeated until there is a response. They are
 * stored for a page reload, together with the text of the open cell. Independent of React and of the
 * transport.
 */
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { SaveState } from './autosave.ts'

export interface QueuedStep {
  label: string
  edits: DraftEdit[]
  /** Revision of the draft when the step was first sent; undefined if it was not sent yet. */
  sentAt?: number
}

export interface EditQueue<Answer> {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** Resolves when the step is saved. Rejects if the backend rejects it. */
  send(label: string, edits: DraftEdit[]): Promise<Answer>
  /**
   * Stores the text of the open cell as a step. After a reload it is sent, unless it was sent or dropped
   * before.
   */
  hold(step: QueuedStep | undefined): void
  /** Sends steps left unsaved by a page reload. `refused` is called for each rejected step. */
  resume(refused: (step: QueuedStep, error: unknown) => void): void
}

interface EditQueueOptions<Answer> {
  /** `again`: a previous attempt may have arrived. */
  save(step: QueuedStep, again: boolean): Promise<Answer>
  /** Revision of the draft as known to this page. */
  revision(): number | undefined
  /** Whether an error means that there was no response, as opposed to a rejection. */
  isUnanswered(error: unknown): boolean
  /** Storage of the steps, such as `sessionStorage`, and the name of its entry. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  name: string
  /** Milliseconds before a step without a response is sent again. */
  patience?: number
}

const saved: SaveState = { kind: 'saved' }
const unsaved: SaveState = { kind: 'unsaved' }
const saving: SaveState = { kind: 'saving' }

export function createEditQueue<Answer>(options: EditQueueOptions<Answer>): EditQueue<Answer> {
  const { save, revision, isUnanswered, storage, name, patience = 2000 } = options
  const restoredSteps = readSteps(storage.getItem(name))
  const steps: QueuedStep[] = []
  let heldStep: QueuedStep | undefined
  let failure: string | undefined
  let last: Promise<unknown> = Promise.resolve()
  let state = saved
  const listeners = new Set<() => void>()

  const publish = () => {
    const open = heldStep ? [...steps, heldStep] : steps
    try {
      if (open.length === 0) storage.removeItem(name)
      else storage.setItem(name, JSON.stringify(open))
    } catch {
      // The storage is full. The steps remain in memory and are lost only by a reload.
    }
    const next: SaveState =
      failure !== undefined
        ? { kind: 'failed', message: failure }
        : steps.length > 0
          ? saving
          : heldStep
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
    heldStep = undefined
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
      heldStep = step
      publish()
    },
    resume: (refused) => {
      for (const step of restoredSteps.splice(0))
        enqueue(step).catch((error: unknown) => refused(step, error))
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
