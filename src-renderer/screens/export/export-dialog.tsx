import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Download, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { type ExportFormat, formatOf } from '../../../src-shared/export/formats.ts'
import type { CsvCells, ExportJob, ExportRequest, ExportSource } from '../../../src-shared/export/model.ts'
import { useMarketChoice } from '../../form/nutrition/use-market.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { byteSize, wholeNumber } from '../../ui/words.ts'
import { ColumnChoice } from './column-choice.tsx'
import { FormatChoice } from './format-choice.tsx'
import { emptyGdsn, type GdsnForm, GdsnOptions, gdsnChoiceOf } from './gdsn-options.tsx'
import { type PicturePlace, PicturePlaceChoice } from './picture-place.tsx'
import { fetchFile, useExport } from './use-export.ts'

/**
 * The export dialog: the kind of file, its options and the progress. An export continues when the dialog is closed; the
 * dialog shows its progress when it is opened again.
 */

interface ExportDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  source: ExportSource
  /** Stands after the number of items: "of this search". */
  what: string
}

const everyRetailer = 'every'

export function ExportDialog({ open, onOpenChange, source, what }: ExportDialogProps) {
  const { job, failure, starting, start, startPictures, cancel, reset } = useExport()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [cells, setCells] = useState<CsvCells>('spreadsheet')
  const [columns, setColumns] = useState<Partial<Record<ExportFormat, string[]>>>({})
  const { market } = useMarketChoice()
  const [retailer, setRetailer] = useState(everyRetailer)
  const [gdsn, setGdsn] = useState<GdsnForm>()
  const [place, setPlace] = useState<PicturePlace>({ kind: 'zip', folder: '', replace: false })
  const subject = useQuery(rpc.exports.describe.queryOptions({ input: { source }, enabled: open })).data
  const retailers = subject?.retailers ?? []
  const chosenRetailer = retailers.find(({ id }) => id === retailer)
  const isGdsn = format === 'gdsn' || format === 'gdsnreport'
  const gdsnForm = gdsn ?? emptyGdsn(market === 'eu' ? 'DE' : 'US')
  const isIntoFolder = format === 'pictures' && place.kind === 'folder'
  const nothing =
    subject?.items === 0 ||
    (isGdsn && gdsnChoiceOf(gdsnForm) === undefined) ||
    (isIntoFolder && place.folder.trim() === '') ||
    columns[format]?.length === 0 ||
    (format === 'contentplus' && subject?.contentItems === 0)

  const { hasColumns } = formatOf[format]
  const usual = format === 'pdf' ? subject?.printedColumns : subject?.columns
  const chosenColumns = columns[format]
  const request: ExportRequest = {
    source,
    format,
    cells: format === 'csv' ? cells : 'safe',
    retailerIds: format === 'contentplus' && chosenRetailer ? [chosenRetailer.id] : undefined,
    columns: hasColumns ? chosenColumns : undefined,
    market: format === 'pdf' ? market : undefined,
    gdsn: isGdsn ? gdsnChoiceOf(gdsnForm) : undefined,
  }
  const begin = () =>
    isIntoFolder
      ? startPictures({ source, folder: place.folder.trim(), replace: place.replace })
      : start(request)
  const close = () => onOpenChange(false)
  const again = () => {
    reset()
    close()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && job && hasEnded(job)) reset()
        onOpenChange(next)
      }}
      title={t`Export`}
      description={
        subject ? `${plural(subject.items, { one: '# item', other: '# items' })} ${what}` : t`Counting…`
      }
      actions={
        job ? (
          hasEnded(job) ? (
            <Button variant="primary" onClick={again}>
              <Trans>Done</Trans>
            </Button>
          ) : (
            <>
              <Button onClick={cancel}>
                <Trans>Cancel the export</Trans>
              </Button>
              <Button onClick={close}>
                <Trans>Continue in the background</Trans>
              </Button>
            </>
          )
        ) : (
          <>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="primary"
              busy={starting}
              disabled={subject === undefined || nothing}
              onClick={() => void begin()}
            >
              <Trans>Export</Trans>
            </Button>
          </>
        )
      }
    >
      {job ? (
        <ExportProgress job={job} />
      ) : (
        <div className="flex flex-col gap-4">
          <FormatChoice value={format} onValueChange={setFormat} subject={subject} />
          {format === 'csv' && (
            <Checkbox
              label={t`For Excel and other spreadsheets`}
              help={t`Keeps the leading zeros of GTINs and reads accents right.`}
              checked={cells === 'spreadsheet'}
              onCheckedChange={(on) => setCells(on ? 'spreadsheet' : 'safe')}
            />
          )}
          {format === 'csv' && (
            <Checkbox
              label={t`For programs only: texts exactly as they are`}
              help={t`Opened in a spreadsheet, such a file could run a formula that someone put into a text. Otherwise an apostrophe before it prevents that, and the import takes it away again.`}
              checked={cells === 'raw'}
              onCheckedChange={(on) => setCells(on ? 'raw' : 'safe')}
            />
          )}
          {hasColumns && subject && (
            <ColumnChoice
              all={subject.columns}
              value={chosenColumns ?? usual ?? []}
              onValueChange={(chosen) => setColumns({ ...columns, [format]: chosen })}
            />
          )}
          {isGdsn && <GdsnOptions value={gdsnForm} onChange={setGdsn} />}
          {format === 'pictures' && <PicturePlaceChoice value={place} onChange={setPlace} />}
          {format === 'contentplus' && retailers.length > 0 && (
            <Select
              label={t`Retailer`}
              value={chosenRetailer?.id ?? everyRetailer}
              onValueChange={setRetailer}
              options={[
                {
                  value: everyRetailer,
                  label: t`All ${plural(retailers.length, { one: '# retailer', other: '# retailers' })}`,
                },
                ...retailers.map(({ id, name, items }) => ({
                  value: id,
                  label: `${name} (${plural(items, { one: '# item', other: '# items' })})`,
                })),
              ]}
            />
          )}
          {failure && (
            <Notice tone="bad" title={t`The export did not begin`}>
              {failure}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  )
}

const hasEnded = ({ state }: ExportJob): boolean => state !== 'running'

/** The progress of an export, or its outcome. */
function ExportProgress({ job }: { job: ExportJob }) {
  if (job.state === 'running') {
    const detail = t`${wholeNumber(job.itemsDone)} of ${plural(job.itemsTotal, { one: '# item', other: '# items' })}`
    return (
      <div className="flex flex-col gap-2 py-2">
        <ProgressBar value={job.itemsDone / job.itemsTotal} label={t`Export`} detail={detail} />
        <p role="status" className="tabular text-sm text-ink-soft">
          {detail} · {byteSize(job.bytes)}
        </p>
      </div>
    )
  }
  if (job.state === 'cancelled')
    return <Notice title={t`The export was cancelled`}>{job.note || t`No file was made.`}</Notice>
  if (job.state === 'failed')
    return (
      <Notice tone="bad" title={t`The export failed`}>
        {job.note} {job.itemsWritten === 0 && t`No file was made.`}
      </Notice>
    )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3 rounded-lg border border-line p-4">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden />
        <div className="min-w-0 flex-1">
          <p role="status" className="text-sm font-semibold break-words">
            {job.file ?? job.fileName}
          </p>
          <p className="tabular text-sm text-ink-soft">
            <Plural value={job.itemsWritten} one="# item" other="# items" /> · {byteSize(job.bytes)}
            {job.download && t` · The download has begun.`}
          </p>
        </div>
        <Handover job={job} />
      </div>
      {job.note && <Notice tone="warn">{job.note}</Notice>}
    </div>
  )
}

function Handover({ job }: { job: ExportJob }) {
  const { file } = job
  if (file !== undefined)
    return (
      <Button
        size="small"
        icon={<FolderOpen className="size-3.5" aria-hidden />}
        onClick={() => void desktop?.showInFolder(file)}
      >
        <Trans>Show in folder</Trans>
      </Button>
    )
  return (
    <Button size="small" icon={<Download className="size-3.5" aria-hidden />} onClick={() => fetchFile(job)}>
      <Trans>Download again</Trans>
    </Button>
  )
}
