import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArchiveRestore } from 'lucide-react'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { NameCell, RowLink, Table, TableCell, TableRow, TimeCell } from '../../../ui/layout/table.tsx'
import { useTick, wholeNumber } from '../../../ui/text/words.ts'
import { restoreDrafts } from './draft-deletion.ts'
import { DraftKindCell } from './draft-kind-cell.tsx'

/** Table of deleted drafts and templates, with a button to restore each. */
export function DeletedDrafts({ drafts }: { drafts: readonly Draft[] }) {
  useTick()
  return (
    <Table
      label={t`Deleted drafts`}
      columns={[
        { label: t`Name` },
        { label: t`Kind`, className: 'w-44' },
        { label: t`Items`, numeric: true, className: 'w-20' },
        { label: t`Deleted`, className: 'w-36' },
        {
          label: (
            <span className="sr-only">
              <Trans>Actions</Trans>
            </span>
          ),
          className: 'w-32',
        },
      ]}
    >
      {drafts.map((draft) => (
        <DeletedDraft key={draft.id} draft={draft} />
      ))}
    </Table>
  )
}

function DeletedDraft({
  draft: { id, name, kind, isTemplate, itemCount, deletedAt = '' },
}: {
  draft: Draft
}) {
  return (
    <TableRow className="hover:bg-hover">
      <NameCell>
        <span className="flex min-w-0 items-center gap-2">
          <RowLink href={`/feeds/${id}`}>{name}</RowLink>
          {isTemplate && (
            <Badge>
              <Trans>Template</Trans>
            </Badge>
          )}
        </span>
      </NameCell>
      <DraftKindCell kind={kind} />
      <TableCell numeric>{wholeNumber(itemCount)}</TableCell>
      <TimeCell at={deletedAt} />
      <TableCell className="py-0!">
        <Button
          size="small"
          icon={<ArchiveRestore className="size-3.5" aria-hidden />}
          aria-label={t`Restore ${name}`}
          onClick={() => void restoreDrafts([id])}
        >
          <Trans>Restore</Trans>
        </Button>
      </TableCell>
    </TableRow>
  )
}
