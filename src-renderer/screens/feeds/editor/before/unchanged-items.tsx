import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Draft, DraftDifferences } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { type Settling, useConflictDecisions } from './use-conflict-decisions.ts'

/**
 * Bar above the editor, once some items of a draft have changes: those that have none, and a button that removes
 * them. A draft in which nothing has been changed yet has no bar.
 */
export function UnchangedItems({ draft, work }: { draft: Draft; work: DraftWork }) {
  const settling = useConflictDecisions(work)
  const mayHaveUnchanged = draft.itemCount > 1 && kinds[draft.kind].ifPresent !== 'refused'
  const standing = useQuery(
    rpc.feeds.draftDifferences.queryOptions({
      input: { id: draft.id },
      enabled: mayHaveUnchanged && draft.uncheckedCount === 0,
    }),
  ).data
  const unchanged = standing?.unchanged ?? 0
  if (!mayHaveUnchanged || draft.uncheckedCount > 0 || unchanged === 0 || unchanged >= draft.itemCount)
    return null
  return (
    <p className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-xs text-ink-soft print:hidden">
      <span className="min-w-0 flex-1">
        <Trans>
          <Plural value={unchanged} one="# item" other="# items" /> of {wholeNumber(draft.itemCount)} would
          change nothing in the catalog
        </Trans>
      </span>
      <RemoveUnchanged unchanged={unchanged} settling={settling} />
    </p>
  )
}

const RemoveUnchanged = ({ unchanged, settling }: { unchanged: number; settling: Settling }) => (
  <Button
    size="small"
    busy={settling.busy}
    onClick={() =>
      settling.decide(t`Removed items without a difference`, [
        { do: 'remove', selection: { standing: 'unchanged' } },
      ])
    }
  >
    <Plural value={unchanged} one="Remove the item" other="Remove these # items" />
  </Button>
)

interface UnchangedProps {
  draft: Draft
  standing: DraftDifferences | undefined
  settling: Settling
}

/** Notice before sending: the items that sending would not change, and a button that removes them. */
export function Unchanged({ draft, standing, settling }: UnchangedProps) {
  const unchanged = standing?.unchanged ?? 0
  if (unchanged === 0) return null
  const hasFeedPerItem = kinds[draft.kind].maxItems === 1
  const parts = hasFeedPerItem
    ? plural(unchanged, { one: '# feed', other: '# feeds' })
    : plural(unchanged, { one: '# item', other: '# items' })
  return (
    <Notice
      tone="warn"
      title={
        draft.itemCount === 1
          ? t`Sending this item would change nothing`
          : t`${parts} of ${wholeNumber(draft.itemCount)} would change nothing`
      }
      actions={unchanged < draft.itemCount && <RemoveUnchanged unchanged={unchanged} settling={settling} />}
    >
      {hasFeedPerItem && draft.itemCount > 1 ? (
        <Trans>
          Their items do not differ from the catalog. Each item of the draft is sent as a feed of its own.
        </Trans>
      ) : (
        <Trans>The copy of the catalog has the same values.</Trans>
      )}
    </Notice>
  )
}
