import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ExportFormat, formatOf } from '../../../src-shared/export/formats.ts'
import type { CsvCells, ExportRequest, ExportSource } from '../../../src-shared/export/model.ts'
import { useMarketChoice } from '../../form/nutrition/use-market.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { changeChoices, useCatalogChoices } from '../catalog/catalog-memory.ts'
import { ColumnChoice } from './column-choice.tsx'
import { ExportProgress, failureTitles, hasEnded, reportEnd } from './export-progress.tsx'
import { FormatChoice } from './format-choice.tsx'
import { emptyGdsn, type GdsnForm, GdsnOptions, gdsnChoiceOf } from './gdsn-options.tsx'
import { type PictureDestination, PictureDestinationChoice } from './picture-destination.tsx'
import { isExportShown, showExport } from './running-exports.ts'
import { proposedForm, TableOptions } from './table-options.tsx'
import { useExport } from './use-export.ts'

/**
 * The export dialog: format, options and progress. An export continues when the dialog is closed; reopening
 * the dialog shows its progress.
 */

interface ExportDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  source: ExportSource
  /** Follows the number of items: "of this search". */
  what: string
  /** Columns of the list on the screen, by their identifiers in the catalog. */
  screenColumns?: readonly string[] | undefined
}

const allRetailers = 'every'

export function ExportDialog({ open, onOpenChange, source, what, screenColumns }: ExportDialogProps) {
  const key = useMemo(() => JSON.stringify(source), [source])
  const { job, failure, starting, start, startPictures, cancel, reset } = useExport(key, (error, step) => {
    if (!isExportShown(key)) toast.failed(failureTitles[step], error)
  })
  useEffect(() => (open ? showExport(key) : undefined), [open, key])
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [cells, setCells] = useState<CsvCells>('spreadsheet')
  const [columns, setColumns] = useState<Partial<Record<ExportFormat, string[]>>>({})
  const form = useCatalogChoices()?.exportForm ?? proposedForm
  const { market } = useMarketChoice()
  const [retailer, setRetailer] = useState(allRetailers)
  const [gdsn, setGdsn] = useState<GdsnForm>()
  const [destination, setDestination] = useState<PictureDestination>({
    kind: 'zip',
    folder: '',
    replace: false,
  })
  const subject = useQuery(rpc.exports.describe.queryOptions({ input: { source }, enabled: open })).data
  const retailers = subject?.retailers ?? []
  const chosenRetailer = retailers.find(({ id }) => id === retailer)
  const isGdsn = format === 'gdsn' || format === 'gdsnreport'
  const gdsnForm = gdsn ?? emptyGdsn(market === 'eu' ? 'DE' : 'US')
  const isIntoFolder = format === 'pictures' && destination.kind === 'folder'
  const isIncomplete =
    subject?.items === 0 ||
    (isGdsn && gdsnChoiceOf(gdsnForm) === undefined) ||
    (isIntoFolder && destination.folder.trim() === '') ||
    columns[format]?.length === 0 ||
    (format === 'contentplus' && subject?.contentItems === 0)

  const { hasColumns } = formatOf[format]
  const isTable = format === 'csv' || format === 'xlsx'
  const defaultColumns = format === 'pdf' ? subject?.printedColumns : subject?.columns
  const chosenColumns = columns[format]
  const request: ExportRequest = {
    source,
    format,
    cells: format === 'csv' ? cells : 'safe',
    retailerIds: format === 'contentplus' && chosenRetailer ? [chosenRetailer.id] : undefined,
    columns: hasColumns ? chosenColumns : undefined,
    table: isTable ? form : undefined,
    market: format === 'pdf' ? market : undefined,
    gdsn: isGdsn ? gdsnChoiceOf(gdsnForm) : undefined,
  }
  const startExport = async () => {
    const ended = await (isIntoFolder
      ? startPictures({ source, folder: destination.folder.trim(), replace: destination.replace })
      : start(request))
    if (!ended || isExportShown(key)) return
    reportEnd(ended)
    // A toast disappears, so a failed export is kept: its reason is shown when the dialog is opened again.
    if (ended.state !== 'failed') reset()
  }
  const change = (next: boolean) => {
    if (!next && !starting && job?.state !== 'running') reset()
    onOpenChange(next)
  }
  const close = () => change(false)
  const failureNotice = failure && (
    <Notice tone="bad" title={failureTitles[failure.step]}>
      {failure.reason}
    </Notice>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t`Export`}
      description={
        subject ? `${plural(subject.items, { one: '# item', other: '# items' })} ${what}` : t`Counting…`
      }
      actions={
        job ? (
          hasEnded(job) ? (
            <Button variant="primary" onClick={close}>
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
              disabled={subject === undefined || isIncomplete}
              onClick={() => void startExport()}
            >
              <Trans>Export</Trans>
            </Button>
          </>
        )
      }
    >
      {job ? (
        <div className="flex flex-col gap-3">
          <ExportProgress job={job} />
          {failureNotice}
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <FormatChoice value={format} onValueChange={setFormat} subject={subject} />
          {hasColumns && subject && (
            <ColumnChoice
              standard={subject.columns}
              further={subject.furtherColumns}
              onScreen={screenColumns?.flatMap((id) => subject.screenColumns[id] ?? [])}
              value={chosenColumns ?? defaultColumns ?? []}
              onValueChange={(chosen) => setColumns({ ...columns, [format]: chosen })}
            />
          )}
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
          {isTable && (
            <TableOptions
              value={form}
              hasDelimiter={format === 'csv'}
              onChange={(exportForm) => changeChoices({ exportForm })}
            />
          )}
          {isGdsn && <GdsnOptions value={gdsnForm} onChange={setGdsn} />}
          {format === 'pictures' && (
            <PictureDestinationChoice value={destination} onChange={setDestination} />
          )}
          {format === 'contentplus' && retailers.length > 0 && (
            <Select
              label={t`Retailer`}
              value={chosenRetailer?.id ?? allRetailers}
              onValueChange={setRetailer}
              options={[
                {
                  value: allRetailers,
                  label: t`All ${plural(retailers.length, { one: '# retailer', other: '# retailers' })}`,
                },
                ...retailers.map(({ id, name, items }) => ({
                  value: id,
                  label: `${name} (${plural(items, { one: '# item', other: '# items' })})`,
                })),
              ]}
            />
          )}
          {failureNotice}
        </div>
      )}
    </Dialog>
  )
}
