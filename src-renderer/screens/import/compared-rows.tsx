import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import {
  type ComparedRow,
  comparingKind,
  type RowClass,
  type RowField,
} from '../../../src-shared/import/row-classes.ts'
import { rpc } from '../../rpc/client.ts'
import { Pager } from '../../ui/layout/pager.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { placeLabel, wholeNumber } from '../../ui/text/words.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { FieldValue, memberAt } from '../feeds/editor/before/field-value.tsx'
import { noPicture, usePictures } from '../feeds/editor/before/use-pictures.ts'

const pageSize = 25

interface ComparedRowsProps {
  /** The dry-run job. */
  id: string
  rowClass: RowClass
  label: string
}

/** The rows of one class in pages: picture, name and product code, and the fields that differ. */
export function ComparedRowsView({ id, rowClass, label }: ComparedRowsProps) {
  const [offset, setOffset] = useState(0)
  const query = useQuery({
    ...rpc.imports.comparedRows.queryOptions({ input: { id, class: rowClass, offset, limit: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const { rows = [], total = 0 } = query.data ?? {}
  const pictures = usePictures(rows.flatMap(({ about }) => (about === '' ? [] : [about])))
  if (query.isError)
    return (
      <ErrorState
        title={t`The rows cannot be shown`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <Skeleton className="m-4 h-24" />
  return (
    <div className="scroll-mt-2 overflow-hidden rounded-lg border border-line">
      <ul aria-label={label}>
        {rows.map((row) => (
          <Row key={row.line} row={row} picture={pictures.get(row.about) ?? noPicture} />
        ))}
      </ul>
      {total > pageSize && (
        <Pager
          offset={offset}
          shown={rows.length}
          total={total}
          pageSize={pageSize}
          onPage={(page) => setOffset((page - 1) * pageSize)}
        />
      )}
    </div>
  )
}

interface RowProps {
  row: ComparedRow
  picture: { url: string | undefined; placeholder: string | undefined }
}

function Row({ row: { line, title, gtin, fields }, picture }: RowProps) {
  return (
    <li className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0 max-md:flex-col">
      <div className="flex w-72 shrink-0 items-start gap-3">
        <Thumbnail url={picture.url} placeholder={picture.placeholder} className="size-10" />
        <div className="min-w-0">
          <p dir="auto" className="line-clamp-2 text-sm font-medium" title={title}>
            {title}
          </p>
          <p className="tabular text-xs text-ink-faint">
            {gtin.replace(/^0(?=\d{13}$)/, '')} · <Trans>Line {wholeNumber(line)}</Trans>
          </p>
        </div>
      </div>
      {fields.length > 0 && <Differences title={title} fields={fields} />}
    </li>
  )
}

function Differences({ title, fields }: { title: string; fields: RowField[] }) {
  const group = kinds[comparingKind].payload.item
  return (
    <table
      aria-label={t`Differences of ${title}`}
      className="w-full min-w-0 flex-1 table-fixed border-collapse self-start text-start text-sm"
    >
      <thead className="sr-only">
        <tr>
          <th scope="col" className="w-44">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans>In the catalog</Trans>
          </th>
          <th scope="col">
            <Trans>In the file</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ keys, labels, theirs, mine }) => {
          const member = memberAt(group, keys)
          return (
            <tr key={keys.join('/')} className="align-top">
              <th scope="row" className="w-44 py-0.5 pe-3 text-xs leading-5 font-normal text-ink-soft">
                {labels.map(placeLabel).join(' › ')}
              </th>
              <td className="py-0.5 pe-3 break-words text-ink-faint">
                {theirs === undefined ? <Trans>empty</Trans> : <FieldValue member={member} value={theirs} />}
              </td>
              <td className="py-0.5 break-words">
                <FieldValue member={member} value={mine} compareWith={theirs} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
