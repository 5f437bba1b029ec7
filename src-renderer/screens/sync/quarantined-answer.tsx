import { useQuery } from '@tanstack/react-query'
import type { QuarantinedPage } from '../../../src-shared/sync/model.ts'
import { rpc } from '../../rpc/client.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'

/** An answer that could not be read, as it came. */
export function QuarantinedAnswer({ page, onClose }: { page: QuarantinedPage; onClose: () => void }) {
  const answer = useQuery(rpc.sync.quarantinedAnswer.queryOptions({ input: { id: page.id } }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The answer as it came"
      description={page.error}
      width="large"
    >
      {answer.isError ? (
        <ErrorState title="It cannot be shown" error={answer.error} />
      ) : answer.data ? (
        <>
          <div className="mb-2 flex items-center justify-between gap-2 text-xs text-ink-faint">
            <span>{answer.data.cut ? 'Only the first megabyte is shown.' : 'All of it.'}</span>
            <CopyButton text={answer.data.text} label="Copy the answer" />
          </div>
          <div className="h-96 overflow-hidden rounded-md border border-line">
            <CodeView value={answer.data.text} label="Answer of the service" />
          </div>
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}
