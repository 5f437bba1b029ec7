import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { OutboxFeedDetail } from '../../../../../src-shared/feeds/outbox/model.ts'
import {
  type FeedShown as Comparison,
  type NotShownField,
  notShownCount,
  notShownStates,
  type ShownCounts,
} from '../../../../../src-shared/feeds/outbox/shown.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { Table, TableCell, TableRow } from '../../../../ui/layout/table.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { dateAndTime, placeLabel, relativeTime, wholeNumber } from '../../../../ui/text/words.ts'
import { notShownWords, shownWords } from '../shown-words.ts'

/** What the catalog shows of a processed feed, the fields that it does not show, and the next steps. */
export function FeedShown({ feed }: { feed: OutboxFeedDetail }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const input = { id: feed.id }
  const shown = useQuery(rpc.outbox.shown.queryOptions({ input })).data
  const compare = useMutation(
    rpc.outbox.compareShown.mutationOptions({
      onSuccess: (next) => void queries.setQueryData(rpc.outbox.shown.queryKey({ input }), next),
      onError: (error) => toast.failed(t`The feed could not be compared`, error),
    }),
  )
  const draft = useMutation(
    rpc.outbox.draftNotShown.mutationOptions({
      onSuccess: ({ id }) => navigate(`/feeds/${id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  if (!shown || shown.state === 'unprocessed') return null
  const { counts } = shown
  const missing = counts ? notShownCount(counts) : 0
  return (
    <Panel
      title={t`Shown in the catalog`}
      description={
        counts ? shownWords(counts) : t`Not compared yet: no sync has ended since the feed was processed.`
      }
      actions={
        <>
          {shown.isCopy && (missing > 0 || !counts) && (
            <ButtonLink size="small" href="/sync">
              <Trans>Go to Sync</Trans>
            </ButtonLink>
          )}
          {missing > 0 && (
            <Button size="small" busy={draft.isPending} onClick={() => draft.mutate(input)}>
              <Trans>Draft these items</Trans>
            </Button>
          )}
          {counts && (
            <Button
              size="small"
              busy={compare.isPending}
              icon={<RotateCw className="size-3.5" aria-hidden />}
              onClick={() => compare.mutate(input)}
            >
              <Trans>Compare again</Trans>
            </Button>
          )}
        </>
      }
      flush={missing > 0}
    >
      {counts && <Notes counts={counts} shown={shown} isPadded={missing > 0} />}
      {shown.notShown.length > 0 && <NotShown fields={shown.notShown} total={missing} />}
    </Panel>
  )
}

/** What was not compared, and the age of the comparison. */
function Notes({ counts, shown, isPadded }: { counts: ShownCounts; shown: Comparison; isPadded: boolean }) {
  const notes = [
    counts.unseen > 0 &&
      plural(counts.unseen, {
        one: '# sent field cannot be compared: records do not show it as it is sent.',
        other: '# sent fields cannot be compared: records do not show them as they are sent.',
      }),
    counts.sentAgain > 0 &&
      plural(counts.sentAgain, {
        one: '# item was sent again in a later feed, which is compared instead.',
        other: '# items were sent again in a later feed, which is compared instead.',
      }),
    counts.unread > 0 &&
      plural(counts.unread, {
        one: 'The record of # item cannot be read.',
        other: 'The records of # items cannot be read.',
      }),
  ].filter((note) => note !== false)
  const { comparedAt = '', copiedAt = '' } = shown
  return (
    <div className={isPadded ? 'px-4 pb-3 text-xs text-ink-soft' : 'text-xs text-ink-soft'}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className="text-ink-faint" title={dateAndTime(comparedAt)}>
        {shown.isCopy
          ? t`Compared ${relativeTime(comparedAt)} with the copy of the sync of ${dateAndTime(copiedAt)}.`
          : t`Compared ${relativeTime(comparedAt)}.`}
      </p>
    </div>
  )
}

function NotShown({ fields, total }: { fields: readonly NotShownField[]; total: number }) {
  return (
    <>
      <Table
        label={t`Fields that are not shown as sent`}
        className="border-t border-line"
        columns={[
          { label: t`Item`, className: 'w-1/4' },
          { label: t`Field`, className: 'w-1/5' },
          { label: t`Sent` },
          { label: t`Shown` },
          { label: t`Why`, className: 'w-40' },
        ]}
      >
        {fields.map(({ position, itemId, name, labels, state, sent, found }) => (
          <TableRow key={`${position} ${JSON.stringify(labels)} ${sent}`}>
            <TableCell className="max-w-0 truncate" title={name}>
              {itemId === '' ? (
                name || t`Item ${position + 1}`
              ) : (
                <Link href={`/catalog/${encodeURIComponent(itemId)}`} className="hover:underline" dir="auto">
                  {name || itemId}
                </Link>
              )}
            </TableCell>
            <TableCell className="max-w-0 truncate" title={labels.map(placeLabel).join(', ')}>
              {labels.map(placeLabel).slice(-2).join(', ')}
            </TableCell>
            <TableCell className="max-w-0 truncate" title={sent}>
              <span dir="auto">{sent}</span>
            </TableCell>
            <TableCell className="max-w-0 truncate" title={found}>
              {found === '' ? (
                <span className="text-ink-faint">
                  <Trans>Nothing</Trans>
                </span>
              ) : (
                <span dir="auto">{found}</span>
              )}
            </TableCell>
            <TableCell>
              <span title={notShownWords[state].about}>
                <Badge tone={notShownWords[state].tone}>{notShownWords[state].label}</Badge>
              </span>
            </TableCell>
          </TableRow>
        ))}
      </Table>
      {total > fields.length && (
        <p className="px-4 py-2 text-xs text-ink-faint">
          <Trans>
            The first {wholeNumber(fields.length)} of {wholeNumber(total)} fields.
          </Trans>
        </p>
      )}
      <p className="px-4 py-2 text-xs text-ink-faint">
        {notShownStates
          .filter((state) => fields.some((field) => field.state === state))
          .map((state) => `${notShownWords[state].label}: ${notShownWords[state].about}`)
          .join(' ')}
      </p>
    </>
  )
}
