import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { DuplicateGroup, Sureness, Why } from '../../../src-shared/duplicates/model.ts'
import { rpc } from '../../rpc/client.ts'
import { itemDraftKinds } from '../../texts/feed-kinds.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { CompareButton, maxCompared } from '../compare/compare-button.tsx'
import { DraftItems } from '../feeds/editor/items/draft-items.tsx'

export const surenessWords: Record<Sureness, { label: string; tone: Tone }> = {
  sure: { label: t`Sure`, tone: 'bad' },
  likely: { label: t`Likely`, tone: 'warn' },
  possible: { label: t`Possible`, tone: 'neutral' },
}

const nameWords = {
  same: t`Names with the same words`,
  misspelt: t`Names that differ by one letter`,
  amount: t`Names with the same words, one without an amount`,
}

function reasonText(reason: Why): string {
  if (reason.kind === 'name') return nameWords[reason.likeness]
  if (reason.kind === 'picture')
    return reason.bits === 0
      ? t`The same front picture and similar names`
      : t`Nearly the same front picture and similar names`
  const [one, other] = reason.codes
  if (reason.reading === 'upc-e') return t`One GTIN, short and long: ${one} and ${other}`
  if (reason.reading === 'completed') return t`One GTIN, one of them cut: ${one} and ${other}`
  return one === other ? t`One GTIN: ${one}` : t`One GTIN in two forms: ${one} and ${other}`
}

/** One group of duplicates: the reasons, the certainty, the items side by side, and the actions. */
export function DuplicateGroupCard({ group }: { group: DuplicateGroup }) {
  const [, navigate] = useLocation()
  const ids = group.items.map(({ id }) => id)
  const failed = (error: unknown) => toast.failed(t`This was not possible`, error)
  const unmark = useMutation(rpc.duplicates.unmark.mutationOptions({ onError: failed }))
  const mark = useMutation(
    rpc.duplicates.mark.mutationOptions({
      onSuccess: (pairs) =>
        toast.offer(t`Marked as no duplicates`, { label: t`Undo`, onSelect: () => unmark.mutate({ pairs }) }),
      onError: failed,
    }),
  )
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: failed,
    }),
  )
  const words = surenessWords[group.sureness]
  const name = group.items[0]?.name ?? ''
  if (group.items.length < 2) return null
  return (
    <section aria-label={t`Duplicates of ${name}`} className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <Badge tone={words.tone}>{words.label}</Badge>
        <p className="min-w-48 flex-1 text-sm">
          {group.whys.map(reasonText).slice(0, 4).join('. ')}.
          {group.ownGtins && (
            <span className="text-ink-soft">
              {' '}
              <Trans>Each has a GTIN of its own: they may be sizes or varieties.</Trans>
            </span>
          )}
        </p>
        <CompareButton itemIds={ids.slice(0, maxCompared)} />
        <DraftItems label={t`Duplicates: ${name}`} listed={ids.length} idsOf={async () => ids} />
        <Button size="small" busy={mark.isPending} onClick={() => mark.mutate({ itemIds: ids })}>
          <Trans>Not duplicates</Trans>
        </Button>
      </header>
      <ul data-rows className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4 p-4">
        {group.items.map((item) => (
          <li key={item.id} className="flex min-w-0 gap-4 text-sm">
            <Thumbnail url={item.thumbnail} placeholder={item.placeholder} className="size-28" />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <Link
                href={`/catalog/${encodeURIComponent(item.id)}`}
                className="line-clamp-2 font-medium hover:underline"
              >
                {item.name || t`Item ${item.id}`}
              </Link>
              <span className="text-xs text-ink-soft">{item.brand}</span>
              <span className="tabular text-xs text-ink-soft">{item.code}</span>
              <span className="mt-auto flex flex-wrap gap-1 pt-1">
                {itemDraftKinds.map(({ kind, label }) => (
                  <Button
                    key={kind}
                    size="small"
                    title={t`${label} of ${item.name}`}
                    busy={createDraft.isPending}
                    onClick={() => createDraft.mutate({ kind, fromItemIds: [item.id] })}
                  >
                    {label}
                  </Button>
                ))}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {group.more > 0 && (
        <p className="px-4 pb-3 text-xs text-ink-faint">
          <Trans>
            And <Plural value={group.more} one="# more item" other="# more items" />.
          </Trans>
        </p>
      )}
    </section>
  )
}
