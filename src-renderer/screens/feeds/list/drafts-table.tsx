import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation } from 'wouter'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { NameCell, RowLink, Table, TableCell, TableRow, TimeCell } from '../../../ui/layout/table.tsx'
import { useTick, wholeNumber } from '../../../ui/text/words.ts'
import { checkingText } from '../editor/draft-header.tsx'
import { reviewWords } from '../editor/review/review-words.ts'
import { DraftKindCell } from './draft-kind-cell.tsx'

interface DraftsTableProps {
  drafts: readonly Draft[]
  isPicked: (draft: Draft) => boolean
  onPick: (drafts: readonly Draft[], picked: boolean) => void
  onDelete: (draft: Draft) => void
}

/** Table of drafts or templates, grouped. */
export function DraftsTable({ drafts, isPicked, onPick, onDelete }: DraftsTableProps) {
  useTick()
  const groups = [...Map.groupBy(drafts, ({ group }) => group)]
  const hasGroups = groups.some(([group]) => group !== '')
  const picked = drafts.filter(isPicked).length
  return (
    <Table
      label={t`Drafts`}
      columns={[
        {
          label: (
            <Checkbox
              label={t`Select all on this page`}
              labelHidden
              checked={picked === drafts.length}
              indeterminate={picked > 0 && picked < drafts.length}
              onCheckedChange={(checked) => onPick(drafts, checked)}
            />
          ),
          className: 'w-10',
        },
        { label: t`Name` },
        { label: t`Kind`, className: 'w-44' },
        { label: t`Items`, numeric: true, className: 'w-20' },
        { label: t`State`, className: 'w-40' },
        { label: t`Saved`, className: 'w-36' },
        {
          label: (
            <span className="sr-only">
              <Trans>Actions</Trans>
            </span>
          ),
          className: 'w-14',
        },
      ]}
    >
      {groups.map(([group, members]) => (
        <Fragment key={group}>
          {hasGroups && (
            <tr className="border-b border-line bg-sunken">
              <th
                colSpan={7}
                scope="colgroup"
                className="px-4 py-1.5 text-start text-xs font-semibold text-ink-soft"
              >
                <Checkbox
                  label={group === '' ? t`In no group` : group}
                  checked={members.every(isPicked)}
                  indeterminate={members.some(isPicked) && !members.every(isPicked)}
                  onCheckedChange={(checked) => onPick(members, checked)}
                />
              </th>
            </tr>
          )}
          {members.map((draft) => (
            <DraftRow
              key={draft.id}
              draft={draft}
              isPicked={isPicked(draft)}
              onPick={(checked) => onPick([draft], checked)}
              onDelete={() => onDelete(draft)}
            />
          ))}
        </Fragment>
      ))}
    </Table>
  )
}

interface DraftRowProps {
  draft: Draft
  isPicked: boolean
  onPick: (picked: boolean) => void
  onDelete: () => void
}

function DraftRow({ draft, isPicked, onPick, onDelete }: DraftRowProps) {
  const [, navigate] = useLocation()
  return (
    <TableRow className="hover:bg-hover" onClick={() => navigate(`/feeds/${draft.id}`)}>
      <TableCell onClick={(event) => event.stopPropagation()}>
        <Checkbox label={t`Select ${draft.name}`} labelHidden checked={isPicked} onCheckedChange={onPick} />
      </TableCell>
      <NameCell>
        <RowLink href={`/feeds/${draft.id}`}>{draft.name}</RowLink>
      </NameCell>
      <DraftKindCell kind={draft.kind} />
      <TableCell numeric>{wholeNumber(draft.itemCount)}</TableCell>
      <TableCell>
        <span className="flex flex-wrap items-center gap-1">
          {draft.review && (
            <Badge tone={reviewWords[draft.review].tone}>{reviewWords[draft.review].label}</Badge>
          )}
          {draft.review !== 'approved' && <DraftState draft={draft} />}
          {draft.assigned !== undefined && (
            <span className="text-xs text-ink-soft">{t`assigned to ${draft.assigned}`}</span>
          )}
        </span>
      </TableCell>
      <TimeCell at={draft.updatedAt} />
      <TableCell className="py-0!">
        <IconButton
          size="small"
          label={t`Delete ${draft.name}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={(event) => {
            event.stopPropagation()
            onDelete()
          }}
        />
      </TableCell>
    </TableRow>
  )
}

/** Whether a draft can be queued, or why not. A new, unchanged draft shows "To fill" instead of errors. */
function DraftState({ draft }: { draft: Draft }) {
  if (draft.itemCount === 0)
    return (
      <Badge>
        <Trans>No items</Trans>
      </Badge>
    )
  if (draft.errorCount > 0)
    return draft.revision <= 1 && draft.itemCount === 1 ? (
      <Badge>
        <Trans>To fill</Trans>
      </Badge>
    ) : (
      <Badge tone="bad">
        <Plural value={draft.errorCount} one="# error" other="# errors" />
      </Badge>
    )
  if (draft.uncheckedCount > 0) return <Badge>{checkingText(draft)}</Badge>
  return (
    <Badge tone="good">
      <Trans>Ready to queue</Trans>
    </Badge>
  )
}
