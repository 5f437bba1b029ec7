import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Draft, FeedKind } from '../../../src-shared/drafts/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { counted } from '../../ui/words.ts'
import { type Autosave, createAutosave, type SaveState } from './autosave.ts'
import { createDraftSession, type DraftSession } from './draft-session.ts'
import { feedKindWords } from './feed-kinds.ts'

export interface OpenDraft {
  session: DraftSession
  autosave: Autosave
  saveState: SaveState
  xml: string
  unreadable: boolean
  name: string
  rename: (name: string) => void
  /** Takes the version saved elsewhere instead of what is in this window. */
  takeOther: () => Promise<void>
  /** Makes what is saved a refresh; the editor is then drawn anew for that kind. */
  makeRefresh: () => Promise<void>
  /** Saves what is in this window over the version saved elsewhere. */
  keepMine: () => Promise<void>
}

const isStale = (error: unknown): boolean => error instanceof ORPCError && error.code === 'STALE_REVISION'

/** Milliseconds after a save until the backend is asked for what it alone can know. */
const checkDelay = 400

function openSession(draft: Draft, namespaceBase: string | undefined): DraftSession {
  const session = createDraftSession({ kind: draft.kind, xml: draft.xml, namespaceBase })
  // A draft that was worked on before says at once what it lacks; a fresh one does not scold.
  if (draft.revision > 1) session.problems.visitAll()
  return session
}

/** Opens a draft for editing: the session, saving by itself, the backend's checks, and what happens elsewhere. */
export function useDraft(draft: Draft, namespaceBase: string | undefined): OpenDraft {
  const queries = useQueryClient()
  const [name, setName] = useState(draft.name)
  const [{ session, autosave }] = useState(() => ({
    session: openSession(draft, namespaceBase),
    autosave: createAutosave({
      revision: draft.revision,
      isConflict: isStale,
      save: async (revision, content) => {
        const saved = await client.feeds.saveDraft({ id: draft.id, revision, ...content })
        queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id: draft.id } }), saved)
        return saved.revision
      },
    }),
  }))
  const saveState = useSyncExternalStore(autosave.subscribe, autosave.state)
  const xml = useSyncExternalStore(session.subscribe, session.xml)
  const unreadable = useSyncExternalStore(session.subscribe, session.isUnreadable)

  // A name nobody chose follows what the feed holds.
  const suggested = useRef(suggestedName(draft.kind, session.store.value()))
  useEffect(
    () =>
      session.onChange((changed) => {
        const suggestion = suggestedName(draft.kind, session.store.value())
        const current = name === suggested.current ? suggestion : name
        suggested.current = suggestion
        setName(current)
        autosave.change({ xml: changed, name: current })
      }),
    [session, autosave, name, draft.kind],
  )

  useEffect(() => session.store.onEdit(autosave.touch), [session, autosave])

  useEffect(() => {
    const leave = () => {
      session.settle()
      void autosave.flush()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [session, autosave])

  // What the backend alone can know is asked for whenever a version is safely there.
  useEffect(() => {
    if (saveState.kind !== 'saved') return
    let current = true
    const timer = setTimeout(() => {
      client.feeds.checkDraft({ id: draft.id }).then(
        (problems) => current && session.setServerProblems(problems),
        // Without an answer the checks of this window stand; queueing asks again.
        () => undefined,
      )
    }, checkDelay)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [saveState, session, draft.id])

  // A version saved elsewhere while nothing is unsaved here is simply shown.
  useEffect(() => {
    if (autosave.state().kind !== 'saved' || draft.revision <= autosave.revision()) return
    autosave.adopt(draft.revision)
    session.replace(draft.xml)
    setName(draft.name)
  }, [draft, session, autosave])

  const newest = useCallback(() => client.feeds.draft({ id: draft.id }), [draft.id])
  return {
    session,
    autosave,
    saveState,
    xml,
    unreadable,
    name,
    rename: (next) => {
      setName(next)
      autosave.change({ xml: session.xml(), name: next })
    },
    takeOther: async () => {
      const other = await newest()
      autosave.adopt(other.revision)
      session.replace(other.xml)
      setName(other.name)
    },
    makeRefresh: async () => {
      const refresh = await client.feeds.makeRefresh({ id: draft.id, revision: autosave.revision() })
      // What was typed while the answer was on its way is saved over it, and then is what the editor opens with.
      session.settle()
      if (!(await autosave.overwrite(refresh.revision)))
        queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id: draft.id } }), refresh)
    },
    keepMine: async () => {
      await autosave.overwrite((await newest()).revision)
    },
  }
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a feed is best called by what it holds: its first title, and how many items more. */
export function suggestedName(kind: FeedKind, value: unknown): string {
  const items = isTree(value) && Array.isArray(value['item']) ? value['item'] : []
  const first: unknown = items[0]
  const title =
    isTree(first) && typeof first['ecommerceTitle'] === 'string' ? first['ecommerceTitle'].trim() : ''
  if (title === '') return feedKindWords[kind].newName
  return items.length > 1 ? `${title} and ${counted(items.length - 1, 'more', 'more')}` : title
}
