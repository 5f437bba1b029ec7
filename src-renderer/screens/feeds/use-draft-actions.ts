import { useState } from 'react'
import type { Draft } from '../../../src-shared/drafts/model.ts'
import { isError } from '../../../src-shared/problem.ts'
import { client } from '../../rpc/client.ts'
import { problemsOf } from '../../rpc/errors.ts'
import { toast } from '../../ui/toast.tsx'
import type { OpenDraft } from './use-draft.ts'

/** What can be done with the draft as a whole: check it for the outbox and ask before it is queued, or make it a refresh. */
export function useDraftActions(draft: Draft, open: OpenDraft) {
  const { session, autosave } = open
  const [queueOpen, setQueueOpen] = useState(false)
  const [checking, setChecking] = useState(false)

  const prepareQueue = async () => {
    session.settle()
    session.problems.visitAll()
    setChecking(true)
    try {
      if (!(await autosave.flush())) return
      const found = await client.feeds.checkDraft({ id: draft.id })
      session.setServerProblems(found)
      if (found.some(isError))
        toast.tell('Not queued', 'The checks found errors. They are in the list of problems.')
      else setQueueOpen(true)
    } catch (error) {
      toast.failed('The draft could not be checked', error)
    } finally {
      setChecking(false)
    }
  }
  const makeRefresh = async () => {
    session.settle()
    try {
      if (!(await autosave.flush())) return
      await open.makeRefresh()
      toast.done('The draft is a refresh now', 'Everything you wrote is still in it.')
    } catch (error) {
      toast.failed('The draft was not changed', error)
    }
  }
  const refused = (error: unknown) => {
    const found = problemsOf(error)
    if (found.length > 0) session.setServerProblems(found)
    toast.failed('The draft was not queued', error)
  }

  return { checking, queueOpen, setQueueOpen, prepareQueue, makeRefresh, refused }
}
