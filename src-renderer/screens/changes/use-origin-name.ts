import { useQuery } from '@tanstack/react-query'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { rpc } from '../../rpc/client.ts'
import { dateAndTime } from '../../ui/words.ts'
import { fileName } from '../import/file-name.ts'

/** Which run, feed or import it was, as a person knows it: by its moment, its file, its identifier. */
export function useOriginName({ kind, reference }: ItemOrigin): string | undefined {
  const sync = useQuery(rpc.sync.state.queryOptions({ enabled: kind === 'sync' }))
  const imports = useQuery(rpc.imports.jobs.queryOptions({ enabled: kind === 'import' }))
  if (kind === 'feed') return `Feed ${reference}`
  if (kind === 'sync') {
    const run = sync.data?.history.find(({ id }) => id === reference)
    return run && `Sync of ${dateAndTime(run.startedAt)}`
  }
  const job = imports.data?.find(({ id }) => id === reference)
  return job && `Import of ${fileName(job.file)}, ${dateAndTime(job.startedAt)}`
}
