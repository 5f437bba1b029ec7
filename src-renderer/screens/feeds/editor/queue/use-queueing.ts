import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CheckedDraft, Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { client } from '../../../../rpc/client.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import type { DraftWork } from '../session/use-draft.ts'

interface Queueing {
  /** The draft to be queued with the result of its checks; undefined unless the dialog is open. */
  asked: { draft: Draft; checked: CheckedDraft } | undefined
  busy: boolean
  prepare(): Promise<void>
  close(): void
}

/**
 * Checks a draft and opens the dialog before it is queued. `onErrors` is called if the checks find errors.
 */
export function useQueueing(id: string, work: DraftWork, onErrors: () => void): Queueing {
  const [asked, setAsked] = useState<Queueing['asked']>()
  const [busy, setBusy] = useState(false)
  return {
    asked,
    busy,
    close: () => setAsked(undefined),
    prepare: async () => {
      setBusy(true)
      await work.attempt(t`The draft was not queued`, async () => {
        const checked = await client.feeds.checkDraft({ id })
        const draft = await client.feeds.draft({ id })
        if (draft.errorCount === 0 && draft.uncheckedCount === 0) return setAsked({ draft, checked })
        toast.tell(t`Not queued`, t`The checks found errors. They are in the list of problems.`)
        onErrors()
      })
      setBusy(false)
    },
  }
}
