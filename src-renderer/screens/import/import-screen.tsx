import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ClipboardPaste, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { catalogFilePatterns, type ImportPreview } from '../../../src-shared/import/model.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { useHandover } from '../../rpc/handover.ts'
import { uploadFile } from '../../rpc/upload-file.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { fileFromOutside } from './file-from-outside.ts'
import { JobList } from './job-list.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import { PasteCells } from './paste-cells.tsx'

/**
 * Imports a file: choose it, check and correct the column mapping, import it, and review the rejected rows.
 * The desktop program reads the file in place; a browser uploads it first.
 */

export function ImportScreen() {
  const jobs = useQuery(rpc.imports.jobs.queryOptions())
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const [openJob, setOpenJob] = useState<string>()
  // Query parameters set by “New feed”: `paste` opens the cell input, `into=drafts` creates drafts.
  const parameters = new URLSearchParams(useSearch())
  const [isPasting, setPasting] = useState(parameters.has('paste'))
  // The last preview is kept while another sheet is read, and if that fails. Each new preview resets the
  // panel.
  const [read, setRead] = useState<{ preview: ImportPreview; number: number }>()
  const shown = read?.preview
  const preview = useMutation(
    rpc.imports.preview.mutationOptions({
      onSuccess: (uploaded) =>
        setRead((before) => ({ preview: uploaded, number: (before?.number ?? 0) + 1 })),
      onError: (error) => toast.failed(t`The file cannot be imported`, error),
    }),
  )
  useHandover(fileFromOutside, (file) => preview.mutate({ file }))
  return (
    <Page
      header={
        <PageHeader
          title={t`Import`}
          description={t`Bring products from a file into the catalog or into drafts.`}
        />
      }
    >
      {shown ? (
        <div inert={preview.isPending} aria-busy={preview.isPending || undefined}>
          <MappingPanel
            key={read.number}
            preview={shown}
            sandbox={workspace.data?.role === 'sandbox'}
            onClose={() => setRead(undefined)}
            into={parameters.get('into') === 'drafts' ? 'drafts' : 'catalog'}
            onTable={(choice) => preview.mutate({ file: shown.file, ...choice })}
            onDetect={() => preview.mutate({ file: shown.file, sheet: shown.sheet })}
            onStarted={(job) => {
              setRead(undefined)
              setOpenJob(job.id)
            }}
          />
        </div>
      ) : (
        <FilePicker
          busy={preview.isPending}
          isPasting={isPasting}
          onPasting={setPasting}
          onFile={(file) => preview.mutate({ file })}
        />
      )}
      {jobs.isError ? (
        <ErrorState
          title={t`Earlier imports cannot be shown`}
          error={jobs.error}
          onRetry={() => void jobs.refetch()}
        />
      ) : (
        jobs.data &&
        jobs.data.length > 0 && <JobList jobs={jobs.data} openJob={openJob} onOpenJob={setOpenJob} />
      )}
    </Page>
  )
}

/** First step of an import: drop, choose or paste a file. */
function FilePicker({
  busy,
  isPasting,
  onPasting,
  onFile,
}: {
  busy: boolean
  isPasting: boolean
  onPasting: (isPasting: boolean) => void
  onFile: (file: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [dragging, setDragging] = useState(false)
  const upload = useMutation({
    mutationFn: uploadFile,
    onSuccess: onFile,
    onError: (error) => toast.failed(t`The file was not received`, error),
  })
  const choose = async () => {
    if (!desktop) {
      input.current?.click()
      return
    }
    const file = await desktop.chooseFile()
    if (file) onFile(file)
  }
  if (isPasting)
    return (
      <PasteCells
        busy={busy || upload.isPending}
        onCells={(cells) => upload.mutate(cells)}
        onClose={() => onPasting(false)}
      />
    )
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragging(over)
  }
  return (
    <section
      aria-label={t`Choose a file`}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        const file = event.dataTransfer.files[0]
        if (file) upload.mutate(file)
      }}
      className={clsx(
        'flex flex-col items-center rounded-xl border-2 border-dashed px-6 py-12 text-center transition-colors',
        dragging ? 'border-accent bg-accent-wash' : 'border-line-strong bg-surface',
      )}
    >
      <span className="mb-3 flex size-12 items-center justify-center rounded-xl bg-sunken text-ink-faint">
        <FileUp className="size-6" strokeWidth={1.5} aria-hidden />
      </span>
      <h2 className="text-base font-semibold">
        <Trans>Drop a file here</Trans>
      </h2>
      <p className="mt-1 max-w-md text-sm text-balance text-ink-soft">
        <Trans>
          A workbook (XLSX), CSV, TSV or JSON Lines with one product a row, or a GDSN message (XML). Nothing
          is imported before you have seen how it was understood.
        </Trans>
      </p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" busy={busy || upload.isPending} onClick={() => void choose()}>
          {busy ? t`Reading the file…` : upload.isPending ? t`Receiving the file…` : t`Choose a file…`}
        </Button>
        <Button icon={<ClipboardPaste className="size-4" aria-hidden />} onClick={() => onPasting(true)}>
          <Trans>Paste cells…</Trans>
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept={fileTypes}
        aria-label={t`File to import`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) upload.mutate(file)
          event.target.value = ''
        }}
      />
    </section>
  )
}

const fileTypes = catalogFilePatterns.map((ending) => `.${ending}`).join(',')
