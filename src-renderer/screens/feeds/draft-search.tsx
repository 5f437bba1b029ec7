import { useMutation, useQuery } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { type FeedKind, mostDrafted } from '../../../src-shared/drafts/model.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { Choice } from './choice.tsx'
import { feedKindWords } from './feed-kinds.ts'

interface DraftSearchProps {
  selection: CatalogSelection
  total: number | undefined
  /** `this search`, `the catalog`. */
  what: string
}

const kinds = ['update', 'refresh', 'contentplus'] as const

/** Begins one draft with everything that a search of the catalog finds. */
export function DraftSearch({ selection, total = 0, what }: DraftSearchProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        disabled={total === 0}
        icon={<FilePenLine className="size-3.5" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Draft these…
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
  const [, navigate] = useLocation()
  const [id] = useState(() => crypto.randomUUID())
  const make = useMutation(
    rpc.feeds.draftSearch.mutationOptions({
      onSuccess: (draft) => {
        onClose()
        if (draft) navigate(`/feeds/${draft.id}`)
      },
    }),
  )
  const stop = useMutation(rpc.feeds.stopDrafting.mutationOptions())
  const progress = useQuery(rpc.feeds.drafting.queryOptions({ input: { id }, enabled: make.isPending }))
  const isTooMany = total > mostDrafted
  const begin = (kind: FeedKind) => {
    const words = selection.text.trim()
    const name = words === '' ? feedKindWords[kind].newName : `${feedKindWords[kind].newName}: ${words}`
    make.mutate({ id, kind, selection, name })
  }
  const close = () => {
    if (make.isPending) stop.mutate({ id })
    onClose()
  }
  const done = progress.data?.done ?? 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Draft ${counted(total, 'item')} of ${what}`}
      description="They become one draft, each item filled with what the catalog has."
    >
      {isTooMany && (
        <Notice tone="warn" title="Too many for one draft">
          A draft is begun with {wholeNumber(mostDrafted)} items at most. Narrow the search.
        </Notice>
      )}
      {make.error && (
        <Notice tone="bad" title="The draft was not made">
          {errorMessage(make.error)}
        </Notice>
      )}
      {make.isPending ? (
        <div className="flex flex-col gap-3 py-2">
          <ProgressBar
            value={total > 0 ? done / total : null}
            label="Making the draft"
            detail={`${wholeNumber(done)} of ${wholeNumber(total)}`}
          />
          <p className="tabular flex items-center justify-between text-xs text-ink-faint" role="status">
            {wholeNumber(done)} of {counted(total, 'item')}
            <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ id })}>
              Cancel
            </Button>
          </p>
        </div>
      ) : (
        <ul className="flex flex-col gap-2">
          {kinds.map((kind) => {
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
