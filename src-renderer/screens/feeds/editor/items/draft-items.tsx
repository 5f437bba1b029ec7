import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type FeedKind, kindsForExistingItems } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../../rpc/client.ts'
import { errorMessage } from '../../../../rpc/errors.ts'
import { feedKindWords } from '../../../../texts/feed-kinds.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { Choice } from '../choice.tsx'

/** Maximum number of items of one draft, because it is created in a single call. */
const maxItems = 2000

interface DraftItemsProps {
  /** Name of the list and of the draft. */
  label: string
  listed: number
  /** Returns at most `limit` ids of the list, in list order. */
  idsOf: (limit: number) => Promise<string[]>
  /** The kind offered first, for a list whose findings other kinds cannot change. */
  bestKind?: FeedKind | undefined
}

/** Button that creates one draft of the items of a list. For a catalog search, see draft-search.tsx. */
export function DraftItems({ label, listed, idsOf, bestKind }: DraftItemsProps) {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({ onSuccess: ({ id }) => navigate(`/feeds/${id}`) }),
  )
  const draftFromList = useMutation({
    mutationFn: async (kind: FeedKind) => {
      const fromItemIds = await idsOf(maxItems)
      return createDraft.mutateAsync({ kind, fromItemIds, name: label })
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
          onOpenChange={(open) => open || draftFromList.isPending || setOpen(false)}
          title={t`Draft ${plural(Math.min(listed, maxItems), { one: '# item', other: '# items' })}: ${label}`}
          description={t`They become one draft, each item filled with what the catalog has.`}
        >
          {listed > maxItems && (
            <Notice
              title={t`The first ${wholeNumber(maxItems)} of ${plural(listed, { one: '# item', other: '# items' })}`}
            >
              <Trans>When these are done, the list is shorter: draft the next ones then.</Trans>
            </Notice>
          )}
          {draftFromList.error && (
            <Notice tone="bad" title={t`The draft was not made`}>
              {errorMessage(draftFromList.error)}
            </Notice>
          )}
          <ul className="flex flex-col gap-2">
            {kindsForExistingItems
              .toSorted((one, other) => Number(other === bestKind) - Number(one === bestKind))
              .map((kind) => {
                const { label: name, meaning, icon: Icon } = feedKindWords[kind]
                return (
                  <Choice
                    key={kind}
                    icon={<Icon className="size-5" strokeWidth={1.75} aria-hidden />}
                    label={name}
                    disabled={draftFromList.isPending}
                    onChoose={() => draftFromList.mutate(kind)}
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
