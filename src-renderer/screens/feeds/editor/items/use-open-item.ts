import { ORPCError } from '@orpc/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { nameOfContents } from '../../../../../src-shared/feeds/draft/check-payload.ts'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import { englishName } from '../../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft, DraftItem } from '../../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { isUntouched } from '../form/required-fields.ts'
import type { SaveState } from '../session/autosave.ts'
import { createItemSession, type ItemConflict, type ItemSession } from '../session/draft-session.ts'
import { keepUnsavedItem, unsavedItem } from '../session/unsaved-items.ts'
import type { DraftWork } from '../session/use-draft.ts'

interface OpenItem {
  /** That of the item before, until the next one is there. */
  session: ItemSession | undefined
  /** The item asked for is the one shown. */
  isCurrent: boolean
  error: unknown
  /** The item is not in the draft any more. */
  isGone: boolean
  /** 1-based place of the item, as far as it is known. */
  position: number
}

const isRefusedAs = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ORPCError && codes.includes(error.code)

/** Opens one item of a draft for editing: read when it is asked for, saved by itself, shown anew when it changes elsewhere. */
export function useOpenItem(
  draft: Draft,
  key: number | undefined,
  namespaceBase: string | undefined,
  work: DraftWork,
): OpenItem {
  const queries = useQueryClient()
  const { id, kind } = draft
  const question = { input: { id, key: key ?? 0 } }
  const item = useQuery(rpc.feeds.draftItem.queryOptions({ ...question, enabled: key !== undefined }))
  const [session, setSession] = useState<ItemSession>()
  const isCurrent = session !== undefined && session.key === key

  const sessionOf = (data: DraftItem): ItemSession => {
    const ofItem = { id, key: data.key }
    return createItemSession({
      kind,
      item: data,
      unsaved: unsavedItem(id, data.key),
      keepUnsaved: (unsaved) => keepUnsavedItem(id, data.key, unsaved),
      namespaceBase,
      isStale: (error) => isRefusedAs(error, 'STALE_ITEM'),
      load: () => client.feeds.draftItem(ofItem),
      save: async (label, edit) => {
        const draftNow = queries.getQueryData<Draft>(rpc.feeds.draft.queryKey({ input: { id } }))
        const edits: DraftEdit[] = [edit, ...renaming(draftNow, edit)]
        const { draft: changed } = await client.feeds.editDraft({ id, label, edits })
        queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id } }), changed)
        const now = await client.feeds.draftItem(ofItem)
        queries.setQueryData(rpc.feeds.draftItem.queryKey({ input: ofItem }), now)
        return now
      },
    })
  }

  if (item.data && item.data.key === key && !isCurrent) {
    const opened = sessionOf(item.data)
    // What was worked on before says at once what it lacks; what nobody has begun with does not scold.
    if (!isUntouched(kind, item.data.value)) opened.problems.visitAll()
    setSession(opened)
  }

  useEffect(() => {
    if (!session) return
    work.holds(session.flush)
    const leave = () => void session.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      work.holds(undefined)
      leave()
    }
  }, [session, work])

  useEffect(() => {
    if (session && item.data) session.receive(item.data)
  }, [session, item.data])

  return {
    session,
    isCurrent,
    error: item.error,
    isGone: isRefusedAs(item.error, 'ITEM_NOT_FOUND', 'NOT_FOUND'),
    position: item.data?.position ?? 1,
  }
}

/** A draft of one item that nobody named is called as the item. */
function renaming(draft: Draft | undefined, edit: DraftEdit): DraftEdit[] {
  const before = draft?.nameParts
  if (draft?.itemCount !== 1 || edit.do !== 'item' || before?.made !== 'contents') return []
  const name = nameOfContents(draft.kind, [edit.value])
  return englishName(name) === englishName(before) ? [] : [{ do: 'rename', name }]
}

/** Where the steps of the grid are. */
export const useQueueState = ({ queue }: DraftWork): SaveState =>
  useSyncExternalStore(queue.subscribe, queue.state)
/** Where what is typed is, in the form and in the grid. */
export function useSaveState(session: ItemSession, work: DraftWork): SaveState {
  const ofForm = useSyncExternalStore(session.subscribe, session.saveState)
  const ofGrid = useQueueState(work)
  return ofForm.kind === 'saved' || ofGrid.kind === 'failed' ? ofGrid : ofForm
}
export const useItemConflict = (session: ItemSession): ItemConflict | undefined =>
  useSyncExternalStore(session.subscribe, session.conflict)
export const useItemText = (session: ItemSession): string =>
  useSyncExternalStore(session.subscribe, session.text)
export const useIsUnreadable = (session: ItemSession): boolean =>
  useSyncExternalStore(session.subscribe, session.isUnreadable)
export const useIsChecked = (session: ItemSession): boolean =>
  useSyncExternalStore(session.subscribe, session.isChecked)
