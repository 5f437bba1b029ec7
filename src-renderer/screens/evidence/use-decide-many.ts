import { plural, t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import type { DecisionKind, DismissalReason, FindingKind } from '../../../src-shared/evidence/model.ts'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import type { FindingSelection } from './use-finding-selection.ts'

interface ManyDecision {
  decision: DecisionKind
  reason?: DismissalReason
  note?: string
}

/** Decides about all selected findings in one step, which the message takes back. */
export function useDecideMany(
  selection: FindingSelection,
  kinds: readonly FindingKind[],
  reload: () => Promise<unknown>,
) {
  const undo = useMutation(
    rpc.evidence.undoDecisions.mutationOptions({
      onSuccess: reload,
      onError: (error) => toast.failed(t`It was not restored`, error),
    }),
  )
  const decide = useMutation(
    rpc.evidence.decideMany.mutationOptions({
      async onSuccess({ decided, step }, { decision }) {
        selection.clear()
        await reload()
        toast.offer(
          decision === 'agreed'
            ? t`Agreed with ${plural(decided, { one: '# finding', other: '# findings' })}`
            : t`Dismissed ${plural(decided, { one: '# finding', other: '# findings' })}`,
          { label: t`Undo`, onSelect: () => undo.mutate({ step }) },
        )
      },
      onError: (error) => toast.failed(t`Nothing was decided`, error),
    }),
  )
  return {
    busy: decide.isPending || undo.isPending,
    decide: (made: ManyDecision, onDone?: () => void) =>
      decide.mutate(
        {
          which: selection.isAll ? { kinds: [...kinds] } : { findings: [...selection.keys] },
          ...made,
        },
        { onSuccess: onDone },
      ),
  }
}
