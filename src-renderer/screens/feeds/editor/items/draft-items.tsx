import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type FeedKind, kindsForPresentItems } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../../rpc/client.ts'
import { errorMessage } from '../../../../rpc/errors.ts'
import { feedKindWords } from '../../../../texts/feed-kinds.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { Choice } from '../choice.tsx'

/** Items of one draft: they are begun in one call. */
const most = 2000

interface DraftItemsProps {
  /** What the list is called, and then the draft. */
  label: string
  listed: number
  /** The identifiers of the list, in its order; no more than `limit`. */
  idsOf: (limit: number) => Promise<string[]>
}

/** Begins one draft with the items of a list. A search of the catalog has a way of its own (draft-search.tsx). */
export function DraftItems({ label, listed, idsOf }: DraftItemsProps) {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const begin = useMutation(
    rpc.feeds.createDraft.mutationOptions({ onSuccess: ({ id }) => navigate(`/feeds/${id}`) }),
  )
  const make = useMutation({
    mutationFn: async (kind: FeedKind) => {
      const fromItemIds = await idsOf(most)
      return begin.mutateAsync({ kind, fromItemIds, name: label })
    },
  })
  return (
    <>
      <Button
        size="small"
        disabled={listed === 0}
        icon={<FilePenLine className="size-3.5" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <Trans>Draft these…</Trans>
      </Button>
      {isOpen && (
        <Dialog
          open
          onOpenChange={(open) => open || make.isPending || setOpen(false)}
          title={t`Draft ${plural(Math.min(listed, most), { one: '# item', other: '# items' })}: ${label}`}
          description={t`They become one draft, each item filled with what the catalog has.`}
        >
          {listed > most && (
            <Notice
              title={t`The first ${wholeNumber(most)} of ${plural(listed, { one: '# item', other: '# items' })}`}
            >
              <Trans>When these are done, the list is shorter: draft the next ones then.</Trans>
            </Notice>
          )}
          {make.error && (
            <Notice tone="bad" title={t`The draft was not made`}>
              {errorMessage(make.error)}
            </Notice>
          )}
          <ul className="flex flex-col gap-2">
            {kindsForPresentItems.map((kind) => {
              const { label: name, meaning, icon: Icon } = feedKindWords[kind]
              return (
                <Choice
                  key={kind}
                  icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
                  label={name}
                  disabled={make.isPending}
                  onChoose={() => make.mutate(kind)}
                >
                  {meaning}
                </Choice>
              )
            })}
          </ul>
        </Dialog>
      )}
    </>
  )
}
