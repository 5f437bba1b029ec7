import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FilePenLine } from 'lucide-react'
import { useState } from 'react'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { maxSearchDraftItems } from '../../../../src-shared/feeds/draft/model.ts'
import { kindsForExistingItems } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { errorMessage } from '../../../rpc/errors.ts'
import { feedKindWords } from '../../../texts/feed-kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import { Choice } from './choice.tsx'
import { DraftingProgress } from './drafting-progress.tsx'
import { useDrafting } from './use-drafting.ts'

interface DraftSearchProps {
  selection: CatalogSelection
  total: number | undefined
  what: 'search' | 'catalog'
}

/** Button that creates one draft of all items found by a search of the catalog. */
export function DraftSearch({ selection, total = 0, what }: DraftSearchProps) {
  'use memo'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        disabled={total === 0}
        icon={<FilePenLine className="size-3.5" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <Trans>Draft these…</Trans>
      </Button>
      {isOpen && <DraftSearchDialog {...{ selection, total, what }} onClose={() => setOpen(false)} />}
    </>
  )
}

function DraftSearchDialog({
  selection,
  total = 0,
  what,
  onClose,
}: DraftSearchProps & { onClose: () => void }) {
  const drafting = useDrafting(selection, onClose)
  const { begin, isPending, error } = drafting
  const isTooMany = total > maxSearchDraftItems
  const close = () => {
    if (isPending) drafting.stop()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={
        what === 'search'
          ? t`Draft ${plural(total, { one: '# item', other: '# items' })} of this search`
          : t`Draft ${plural(total, { one: '# item', other: '# items' })} of the catalog`
      }
      description={t`They become one draft, each item filled with what the catalog has.`}
    >
      {isTooMany && (
        <Notice tone="warn" title={t`Too many for one draft`}>
          <Trans>
            A draft is begun with {wholeNumber(maxSearchDraftItems)} items at most. Narrow the search.
          </Trans>
        </Notice>
      )}
      {error !== null && (
        <Notice tone="bad" title={t`The draft was not made`}>
          {errorMessage(error)}
        </Notice>
      )}
      {isPending ? (
        <DraftingProgress drafting={drafting} total={total} />
      ) : (
        <ul className="flex flex-col gap-2">
          {kindsForExistingItems.map((kind) => {
            const { label, meaning, icon: Icon } = feedKindWords[kind]
            return (
              <Choice
                key={kind}
                icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
                label={label}
                disabled={isTooMany}
                onChoose={() => begin(kind)}
              >
                {meaning}
              </Choice>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
