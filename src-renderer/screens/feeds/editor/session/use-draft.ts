import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftChanged } from '../../../../../src-shared/feeds/draft/model.ts'
import { client, queryClient, rpc } from '../../../../rpc/client.ts'
import { isUnanswered } from '../../../../rpc/errors.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { createEditQueue, type EditQueue } from './edit-queue.ts'

/** What can be done to an open draft. Each waits for what is typed to be saved first, and says when it did not work. */
export interface DraftWork {
  /** Steps of the grid on their way. */
  queue: EditQueue<DraftChanged>
  /** Saves what is typed; false while that cannot be. */
  flush(): Promise<boolean>
  /** The item being edited, if any, is saved by this before anything else is done. */
  holds(flush: (() => Promise<boolean>) | undefined): void
  /**
   * Does the edits as one step called `label`. With `done` it then says so, with a way to take it back.
   * @returns what became of it; undefined when it was not done
   */
  edit(
    label: string,
    edits: DraftEdit[],
    done?: (changed: DraftChanged) => string,
  ): Promise<DraftChanged | undefined>
  undo(): Promise<void>
  redo(): Promise<void>
  /** Does something else with the draft after what is typed is saved; `what` says it did not work. */
  attempt<T>(what: string, act: () => Promise<T>): Promise<T | undefined>
}

const draftKey = (id: string) => rpc.feeds.draft.queryKey({ input: { id } })
const queues = new Map<string, EditQueue<DraftChanged>>()

/** The steps of a draft that this page has not saved yet; they go on while another screen is shown. */
function queueOf(id: string): EditQueue<DraftChanged> {
  const known = queues.get(id)
  if (known) return known
  const made = createEditQueue({
    name: `catalog-desk-unsaved ${id}`,
    storage: sessionStorage,
    isUnanswered,
    revision: () => queryClient.getQueryData<Draft>(draftKey(id))?.revision,
    async save({ label, edits, sentAt }, again): Promise<DraftChanged> {
      // Setting cells twice is setting them once; adding items twice is not.
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
  queues.set(id, made)
  return made
}

/** The work with a draft: edits, undo and redo, in the order they are asked for. */
export function useDraftWork(id: string): DraftWork {
  const queries = useQueryClient()
  const held = useRef<() => Promise<boolean>>(undefined)
  useEffect(() => {
    queueOf(id).resume(({ label }, error) => toast.failed(t`Not saved: ${label}`, error))
  }, [id])
  return useMemo((): DraftWork => {
    const queue = queueOf(id)
    const flush = () => held.current?.() ?? Promise.resolve(true)
    /** The message that offers to take the last step back. */
    let offered: { message: string | number; revision: number } | undefined
    const keep = (draft: Draft) => {
      if (offered && offered.revision !== draft.revision) {
        toast.withdraw(offered.message)
        offered = undefined
      }
      queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id: draft.id } }), draft)
    }
    const attempt = async <T>(what: string, act: () => Promise<T>): Promise<T | undefined> => {
      try {
        if (!(await flush()) || queue.state().kind === 'failed') {
          toast.tell(what, t`What was typed last is not saved yet.`)
          return undefined
        }
        return await act()
      } catch (error) {
        toast.failed(what, error)
        return undefined
      }
    }
    const undo = () =>
      attempt(t`Nothing was undone`, async () => {
        keep((await client.feeds.undoDraft({ id })).draft)
      })
    /** Takes back the step that led to a revision, unless there were others since. */
    const undoStep = async (revision: number) => {
      const { revision: now } = await client.feeds.draft({ id })
      if (now === revision) return void (await undo())
      toast.tell(t`The draft was changed since`, t`Take the steps back one by one with Undo.`)
    }
    return {
      queue,
      flush,
      attempt,
      holds: (next) => {
        held.current = next
      },
      edit: (label, edits, done) =>
        attempt(t`The draft was not changed`, async () => {
          const changed = await client.feeds.editDraft({ id, label, edits })
          keep(changed.draft)
          const { revision } = changed.draft
          if (done) {
            const message = toast.offer(done(changed), {
              label: t`Undo`,
              onSelect: () => void undoStep(revision),
            })
            offered = { message, revision }
          }
          return changed
        }),
      undo: async () => void (await undo()),
      redo: async () => {
        await attempt(t`Nothing was done again`, async () => {
          keep((await client.feeds.redoDraft({ id })).draft)
        })
      },
    }
  }, [id, queries])
}
