/**
 * Import: choose a file, look at what was understood, adjust it, run it, see what was refused. The backend reads the
 * file where it is; a browser hands it over first (pick-file.ts).
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '../../rpc/client.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilePicker } from './file-picker.tsx'
import { JobList } from './job-list.tsx'
import { MappingPanel } from './mapping-panel.tsx'

export function ImportScreen() {
  const jobs = useQuery(rpc.imports.jobs.queryOptions())
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const [openJob, setOpenJob] = useState<string>()
  const preview = useMutation(
    rpc.imports.preview.mutationOptions({
      onError: (error) => toast.failed('The file cannot be imported', error),
    }),
  )
  return (
    <Page
      header={
        <PageHeader
          title="Import"
          description="Bring products from a file into the catalog or into drafts."
        />
      }
    >
      {preview.data ? (
        <MappingPanel
          key={`${preview.data.file} ${preview.data.remembered ?? ''}`}
          preview={preview.data}
          sandbox={workspace.data?.role === 'sandbox'}
          onClose={() => preview.reset()}
          onDetect={() => preview.mutate({ file: preview.data.file, detected: true })}
          onStarted={(job) => {
            preview.reset()
            setOpenJob(job.id)
          }}
        />
      ) : (
        <FilePicker busy={preview.isPending} onFile={(file) => preview.mutate({ file })} />
      )}
      {jobs.isError ? (
        <ErrorState
          title="Earlier imports cannot be shown"
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
