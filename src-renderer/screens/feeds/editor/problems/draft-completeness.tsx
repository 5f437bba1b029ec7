import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import {
  isForContentPlus,
  type Missing,
  profilesFor,
  type StoredProfile,
} from '../../../../../src-shared/completeness/model.ts'
import { scoreItem } from '../../../../../src-shared/completeness/score-item.ts'
import { shownName } from '../../../../../src-shared/completeness/shipped-words.ts'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Completeness, percentOf, ScoreBar } from '../../../../ui/completeness.tsx'
import { PlainSelect } from '../../../../ui/inputs/plain-select.tsx'
import { Folded } from '../../../../ui/layout/folded.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import { useChooseProfile } from '../../../settings/use-choose-profile.ts'
import { itemName } from '../items/item-name.ts'

interface DraftCompletenessProps {
  draft: Draft
  /** Value of the item in the form. */
  value: PayloadItem
  /** Opens a field by the path used in problems. */
  onField: (path: string) => void
  onItem: (key: number) => void
}

/** Ids of the retailers for which an item has content. Profiles of other retailers do not apply. */
function retailersOf(value: PayloadItem): string[] {
  const named =
    'retailer' in value ? value.retailer : 'manufacturerContent' in value ? value.manufacturerContent : []
  return (named ?? []).flatMap(({ id }) => (id ? [id] : []))
}

/**
 * Completeness of the open item and the draft by a requirement profile. Each missing field links to the form.
 */
export function DraftCompleteness({ draft, value, onField, onItem }: DraftCompletenessProps) {
  const [isOpen, setOpen] = useState(false)
  /** A Content+ profile that is used only here; items are scored by the default profile everywhere. */
  const [chosen, setChosen] = useState<string>()
  const chooseDefault = useChooseProfile()
  const profiles = useQuery(rpc.completeness.profiles.queryOptions()).data
  const offered = useMemo(
    () => (profiles ? profilesFor(profiles, draft.kind, retailersOf(value)) : []),
    [profiles, draft.kind, value],
  )
  const used = offered.find(({ id }) => id === chosen) ?? offered[0]
  const score = useMemo(() => used && scoreItem(used.profile, value), [used, value])
  if (!profiles) return null
  if (!used || !score)
    return (
      <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-ink-faint">
        <Trans>
          No requirement profile is for this kind of feed and its retailers.{' '}
          <Link href="/settings" className="underline hover:text-ink">
            Make one in Settings
          </Link>{' '}
          to see how complete it is.
        </Trans>
      </p>
    )
  const openField = ({ path }: Missing) => onField(`${kinds[draft.kind].payload.onlyItem}/${path}`)
  return (
    <section aria-label={t`Completeness`} className="shrink-0 border-t border-line">
      <Folded
        flush
        title={t`Completeness`}
        summary={
          <>
            {t`${percentOf(score.score)} by the profile ${shownName(used.id, used.profile.name)}`}
            {score.missing.length > 0 && t`, ${wholeNumber(score.missing.length)} missing`}
          </>
        }
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {isOpen && (
          <div className="flex max-h-[50vh] flex-col gap-3 overflow-y-auto px-4 pt-1 pb-4">
            <PlainSelect
              aria-label={t`Profile`}
              value={used.id}
              onValueChange={isForContentPlus(used.profile) ? setChosen : chooseDefault}
              options={offered.map(({ id, profile }) => ({ value: id, label: shownName(id, profile.name) }))}
            />
            {draft.itemCount > 1 && <AllItemsScore draft={draft} used={used} onItem={onItem} />}
            {draft.itemCount > 1 && (
              <h3 className="text-xs font-semibold text-ink-soft">
                <Trans>This item</Trans>
              </h3>
            )}
            <Completeness score={score} onGo={openField} />
          </div>
        )}
      </Folded>
    </section>
  )
}

/** Score of all items, and the items with the lowest scores. */
function AllItemsScore({
  draft,
  used,
  onItem,
}: {
  draft: Draft
  used: StoredProfile
  onItem: (key: number) => void
}) {
  // Debounced, because scoring a large draft takes a second.
  const revision = useDebounced(draft.revision, 1000)
  const scores = useQuery({
    ...rpc.feeds.draftScores.queryOptions({ input: { id: draft.id, revision, profile: used.profile } }),
    placeholderData: keepPreviousData,
  }).data
  if (!scores)
    return (
      <p className="text-xs text-ink-faint">
        <Trans>Counting all items…</Trans>
      </p>
    )
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold text-ink-soft">
        <Trans>All items</Trans>
      </h3>
      <ScoreBar score={scores.score} label={t`Completeness of all items`} />
      <p className="text-xs text-ink-soft">
        <Trans>
          {wholeNumber(scores.complete)} of <Plural value={scores.scored} one="# item" other="# items" />{' '}
          complete
          {scores.scored < draft.itemCount && t`; the first ${wholeNumber(scores.scored)} were counted`}
        </Trans>
      </p>
      {scores.lacked.length > 0 && (
        <ul className="text-xs text-ink-soft">
          {scores.lacked.map(({ label, kind, items }) => (
            <li key={`${kind} ${label}`} className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{label}</span>
              <span className="tabular shrink-0 text-ink-faint">
                <Trans>
                  <Plural value={items} one="# item" other="# items" /> without
                </Trans>
              </span>
            </li>
          ))}
        </ul>
      )}
      {scores.least.length > 0 && (
        <ul aria-label={t`Items that lack most`} className="-mx-2 flex flex-col">
          {scores.least.map((item) => (
            <li key={item.key}>
              <button
                type="button"
                onClick={() => onItem(item.key)}
                className="flex min-h-7 w-full cursor-default items-center gap-3 rounded-md px-2 text-start text-sm hover:bg-hover active:bg-pressed"
              >
                <span className="tabular w-11 shrink-0 text-xs font-semibold">{percentOf(item.score)}</span>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {itemName(item)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
