import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ClashChoice, DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftChanged, StepClashes } from '../../../../../src-shared/feeds/draft/model.ts'
import { client, queryClient, rpc } from '../../../../rpc/client.ts'
import { isUnanswered } from '../../../../rpc/errors.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { createEditQueue, type EditQueue } from './edit-queue.ts'

/** Actions on an open draft. Each first waits until typing is saved, and shows an error if it fails. */
export interface DraftWork {
  /** Queue of the grid's steps. */
  queue: EditQueue<DraftChanged>
  /** Saves unsaved typing. Resolves to false if that is not possible now. */
  flush(): Promise<boolean>
  /** Registers the function that saves the open item. It is called before any other action. */
  holds(flush: (() => Promise<boolean>) | undefined): void
  /**
   * Applies the edits as one step with an undo label. If `done` is given, its text is shown in a message with
   * Undo.
   * @returns the result; undefined if the edits were not applied
   */
  edit(
    label: string,
    edits: DraftEdit[],
    done?: (changed: DraftChanged) => string,
  ): Promise<DraftChanged | undefined>
  undo(): Promise<void>
  redo(): Promise<void>
  /**
   * Undoes one step and keeps the later ones. Without a choice, nothing is undone if later steps changed the
   * same fields.
   * @returns undefined if the step was not undone
   */
  undoStep(number: number, choice?: ClashChoice): Promise<UndoneStep | undefined>
  /** Runs another action on the draft after typing is saved. `what` is the title of the error message. */
  attempt<T>(what: string, act: () => Promise<T>): Promise<T | undefined>
}

type UndoneStep = { changed: DraftChanged } | { clashes: StepClashes }

const draftKey = (id: string) => rpc.feeds.draft.queryKey({ input: { id } })
const queues = new Map<string, EditQueue<DraftChanged>>()

/** The queue of a draft's unsaved steps. It continues while another screen is shown. */
function queueOf(id: string): EditQueue<DraftChanged> {
  const existing = queues.get(id)
  if (existing) return existing
  const queue = createEditQueue({
    name: `catalog-desk-unsaved ${id}`,
    storage: sessionStorage,
    isUnanswered,
    revision: () => queryClient.getQueryData<Draft>(draftKey(id))?.revision,
    async save({ label, edits, sentAt }, again): Promise<DraftChanged> {
      // Setting cells is idempotent; adding items is not.
      if (again && edits.some(({ do: what }) => what === 'add')) {
        const draft = await client.feeds.draft({ id })
        if (draft.revision !== sentAt && draft.undo === label) return { draft, items: 0 }
        if (draft.revision !== sentAt)
          throw new Error(
            t`The program stopped while this was saved, and the draft was changed since. Look whether the items are there before you add them again.`,
          )
      }
      return client.feeds.editDraft({ id, label, edits })
    },
  })
  queues.set(id, queue)
  return queue
}

/** Edits, undo and redo of a draft, in the order of the calls. */
export function useDraftWork(id: string): DraftWork {
  const queries = useQueryClient()
  const saveOpenItem = useRef<() => Promise<boolean>>(undefined)
  useEffect(() => {
    queueOf(id).resume(({ label }, error) => toast.failed(t`Not saved: ${label}`, error))
  }, [id])
  return useMemo((): DraftWork => {
    const queue = queueOf(id)
    const flush = () => saveOpenItem.current?.() ?? Promise.resolve(true)
    /** The message that currently offers Undo for the last step. */
    let undoMessage: { message: string | number; revision: number } | undefined
    const updateDraft = (draft: Draft) => {
      if (undoMessage && undoMessage.revision !== draft.revision) {
        toast.withdraw(undoMessage.message)
        undoMessage = undefined
      }
      queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id: draft.id } }), draft)
    }
    const attempt = async <T>(what: string, action: () => Promise<T>): Promise<T | undefined> => {
      try {
        if (!(await flush()) || queue.state().kind === 'failed') {
          toast.tell(what, t`What was typed last is not saved yet.`)
          return undefined
        }
        return await action()
      } catch (error) {
        toast.failed(what, error)
        return undefined
      }
    }
    const undo = () =>
      attempt(t`Nothing was undone`, async () => {
        updateDraft((await client.feeds.undoDraft({ id })).draft)
      })
    /** Undoes the step that led to a revision, unless there are later steps. */
    const undoStep = (revision: number) =>
      attempt(t`Nothing was undone`, async () => {
        const { revision: now } = await client.feeds.draft({ id })
        if (now === revision) updateDraft((await client.feeds.undoDraft({ id })).draft)
        else toast.tell(t`The draft was changed since`, t`Take the steps back one by one with Undo.`)
      })
    return {
      queue,
      flush,
      attempt,
      holds: (next) => {
        saveOpenItem.current = next
      },
      edit: (label, edits, done) =>
        attempt(t`The draft was not changed`, async () => {
          const changed = await client.feeds.editDraft({ id, label, edits })
          updateDraft(changed.draft)
          const { revision } = changed.draft
          if (done) {
            const message = toast.offer(done(changed), {
              label: t`Undo`,
              onSelect: () => undoStep(revision),
            })
            undoMessage = { message, revision }
          }
          return changed
        }),
      undo: async () => void (await undo()),
      undoStep: (number, choice) =>
        attempt(t`Nothing was undone`, async () => {
          const outcome = await client.feeds.undoStep({ id, number, choice })
          if ('changed' in outcome) updateDraft(outcome.changed.draft)
          return outcome
        }),
      redo: async () => {
        await attempt(t`Nothing was done again`, async () => {
          updateDraft((await client.feeds.redoDraft({ id })).draft)
        })
      },
    }
  }, [id, queries])
}
