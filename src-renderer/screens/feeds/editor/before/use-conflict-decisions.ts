import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { DraftWork } from '../session/use-draft.ts'

/** Resolves differences from the catalog. Each decision is one undo step of the draft. */
export interface Settling {
  busy: boolean
  decide(label: string, edits: DraftEdit[]): void
}

export function useConflictDecisions(work: DraftWork): Settling {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    decide: (label, edits) => {
      setBusy(true)
      void work.edit(label, edits, () => t`${label}: done`).finally(() => setBusy(false))
    },
  }
}
