import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComparedField, FieldState } from '../../../../../src-shared/feeds/compare/comparison.ts'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftRow, ItemComparison } from '../../../../../src-shared/feeds/draft/model.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { dateAndTime, placeLabel } from '../../../../ui/text/words.ts'
import { itemName, spokenItem } from '../items/item-name.ts'
import { FieldValue, isEmptied, memberAt } from './field-value.tsx'
import { SentFields } from './sent-fields.tsx'
import type { Settling } from './use-conflict-decisions.ts'

const stateBadges: Record<FieldState, { label: string; tone: Tone }> = {
  conflict: { label: t`Conflict`, tone: 'bad' },
  outdated: { label: t`Newer in the catalog`, tone: 'warn' },
  changed: { label: t`Changed`, tone: 'accent' },
  added: { label: t`Added`, tone: 'good' },
  removed: { label: t`Removed`, tone: 'bad' },
}
const emptiedBadge: { label: string; tone: Tone } = { label: t`Emptied`, tone: 'bad' }
/** Sort order of the fields: those that need a decision first. */
const order: FieldState[] = ['conflict', 'outdated', 'removed', 'changed', 'added']

interface ItemComparisonProps {
  draft: Draft
  row: DraftRow
  settling: Settling
}

/**
 * Compares one item with the catalog, field by field: the value when the draft was created, the current
 * value, and the value to be sent.
 */
export function ItemComparisonView({ draft, row, settling }: ItemComparisonProps) {
  const compared = useQuery(rpc.feeds.compareItem.queryOptions({ input: { id: draft.id, key: row.key } }))
  if (compared.isError && !compared.data)
    return (
      <ErrorState
        title={t`The item cannot be compared`}
        error={compared.error}
        onRetry={() => void compared.refetch()}
      />
    )
  if (!compared.data) return <Skeleton className="m-4 h-40" />
  return <Compared draft={draft} row={row} settling={settling} item={compared.data} />
}

function Compared({ draft, row, settling, item }: ItemComparisonProps & { item: ItemComparison }) {
  const fields = item.fields.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const isThreeWay = item.begunAt !== undefined
  const group = kinds[draft.kind].payload.item
  const settle = (take: 'theirs' | 'mine', field: ComparedField) => {
    const name = placeLabel(field.labels.at(-1) ?? '')
    return settling.decide(
      take === 'theirs' ? t`The catalog’s ${name} of ${itemName(row)}` : t`Kept ${name} of ${itemName(row)}`,
      [{ do: 'settle', selection: { keys: [row.key] }, take, fields: [field.keys.join('/')] }],
    )
  }
  return (
    <section aria-label={t`Comparison of ${spokenItem(row)}`} className="flex flex-col gap-3">
      <Origin kind={draft.kind} item={item} />
      <Undecided row={row} fields={fields} settling={settling} />
      {fields.length > 0 && (
        <table
          aria-label={t`Fields that differ`}
          className="w-full min-w-[34rem] table-fixed border-collapse text-start text-sm"
        >
          <thead className="sticky top-0 z-10 bg-raised text-xs text-ink-faint">
            <tr className="border-b border-line">
              <th scope="col" className="w-44 py-2 pe-3 font-medium">
                <Trans>Field</Trans>
              </th>
              {isThreeWay && (
                <th scope="col" className="py-2 pe-3 font-medium">
                  <Trans>When the draft began</Trans>
                </th>
              )}
              <th scope="col" className="py-2 pe-3 font-medium">
                <Trans>In the catalog now</Trans>
              </th>
              <th scope="col" className="py-2 font-medium">
                <Trans>Will be sent</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const member = memberAt(group, field.keys)
              const emptied = field.state === 'changed' && isEmptied(member, field.mine)
              const badge = emptied ? emptiedBadge : stateBadges[field.state]
              const labels = field.labels.map(placeLabel)
              const name = labels.join(', ')
              return (
                <tr key={field.keys.join('/')} className="border-b border-line align-top last:border-0">
                  <th scope="row" className="py-2.5 pe-3 font-medium">
                    <span className="block break-words">{labels.join(' › ')}</span>
                    <span className="mt-1 block">
                      <Badge tone={badge.tone} wraps>
                        {badge.label}
                      </Badge>
                    </span>
                  </th>
                  {isThreeWay && (
                    <td className="py-2.5 pe-3 break-words text-ink-soft">
                      <FieldValue member={member} value={field.base} />
                    </td>
                  )}
                  <td className="py-2.5 pe-3 break-words">
                    <FieldValue
                      member={member}
                      value={field.theirs}
                      compareWith={isThreeWay ? field.base : undefined}
                    />
                    <Button
                      size="small"
                      className="mt-1.5 flex! w-fit"
                      busy={settling.busy}
                      aria-label={t`Take the catalog’s ${name}`}
                      onClick={() => settle('theirs', field)}
                    >
                      <Trans>Take the catalog’s</Trans>
                    </Button>
                  </td>
                  <td className="py-2.5 break-words">
                    {emptied ? (
                      <span className="text-ink-faint">
                        <Trans>Nothing</Trans>
                      </span>
                    ) : (
                      <FieldValue
                        member={member}
                        value={field.mine}
                        compareWith={field.state === 'outdated' ? undefined : field.theirs}
                      />
                    )}
                    {needsDecision(field) && (
                      <Button
                        size="small"
                        className="mt-1.5 flex! w-fit"
                        busy={settling.busy}
                        aria-label={t`Keep mine: ${name}`}
                        onClick={() => settle('mine', field)}
                      >
                        <Trans>Keep mine</Trans>
                      </Button>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {item.isUncompared && <SentFields draft={draft} row={row} />}
      <FurtherRemovals item={item} />
    </section>
  )
}

const needsDecision = ({ state }: ComparedField): boolean => state === 'conflict' || state === 'outdated'

/** What the item is compared with, and a note if nothing differs. */
function Origin({ kind, item }: { kind: FeedKind; item: ItemComparison }) {
  const isRefused = kinds[kind].ifPresent === 'refused'
  const words =
    item.about === undefined
      ? t`The catalog has no such item: everything will be new.`
      : isRefused
        ? t`The catalog has an item with this code already.`
        : item.isUncompared
          ? t`The copy of the catalog does not show Content+, so this computer cannot compare it.`
          : item.begunAt === undefined
            ? t`This item was not created from the catalog, so its earlier values are unknown. Compared: the catalog now and the values to be sent.`
            : t`Begun from the catalog ${dateAndTime(item.begunAt)}. What differs is shown three ways.`
  return (
    <div className="text-xs text-ink-soft">
      <p>{words}</p>
      {item.about !== undefined && !isRefused && !item.isUncompared && item.fields.length === 0 && (
        <p className="mt-2 text-sm text-ink">
          <Trans>No differences: sending this item would change nothing.</Trans>
        </p>
      )}
      {item.doubled > 0 && (
        <p className="mt-2 text-sm text-warn">
          <Trans>
            <Plural
              value={item.doubled}
              one="# entry of Content+ is there already and would be there twice."
              other="# entries of Content+ are there already and would be there twice."
            />
          </Trans>
        </p>
      )}
    </div>
  )
}

/** Buttons that resolve all fields of the item that the catalog has changed since the draft was created. */
function Undecided({
  row,
  fields,
  settling,
}: {
  row: DraftRow
  fields: readonly ComparedField[]
  settling: Settling
}) {
  const open = fields.filter(needsDecision)
  if (open.length < 2) return null
  const decide = (take: 'theirs' | 'mine') => {
    const edit: DraftEdit = {
      do: 'settle',
      selection: { keys: [row.key] },
      take,
      states: ['conflict', 'outdated'],
    }
    settling.decide(
      take === 'theirs' ? t`The catalog’s values of ${itemName(row)}` : t`Kept values of ${itemName(row)}`,
      [edit],
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <Trans>
          <Plural value={open.length} one="# field" other="# fields" /> to decide
        </Trans>
      </span>
      <Button size="small" busy={settling.busy} onClick={() => decide('theirs')}>
        <Trans>Take all of the catalog’s</Trans>
      </Button>
      <Button size="small" busy={settling.busy} onClick={() => decide('mine')}>
        <Trans>Keep all of mine</Trans>
      </Button>
    </div>
  )
}

/**
 * Removals by a refresh that are not in the table above: values that no feed field can hold, or that are
 * known only from an earlier feed.
 */
function FurtherRemovals({ item }: { item: ItemComparison }) {
  const shown = item.fields.filter(({ state }) => state === 'removed').map(({ path }) => path)
  /** A removed entry is covered by the path of its list. */
  const isShown = (path: string) => {
    const below = path.split('/').slice(2).join('/')
    return shown.some((one) => below === one || below.startsWith(`${one}/`))
  }
  const further = item.problems.filter(({ code, path }) => code === 'REFRESH_DROPS' && !isShown(path))
  if (further.length === 0) return null
  return (
    <div className="rounded-lg bg-warn-wash px-4 py-3 text-sm">
      <p className="font-semibold">
        <Trans>This refresh also removes</Trans>
      </p>
      <ul className="list-disc ps-4 text-ink-soft">
        {further.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
