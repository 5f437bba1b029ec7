import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PictureState } from '../../../src-shared/rpc/media-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { type Entry, KeyValue } from '../../ui/key-value.tsx'
import { Meter } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { byteSize, counted } from '../../ui/words.ts'
import { PicturesFailures } from './pictures-failures.tsx'

/** The room that is taken, of what may be taken; the rows add up to what the folder has on the disk. */
export function PicturesSpace({ state }: { state: PictureState }) {
  const { choice, fetches, bytes, derivedBytes, pinnedBytes } = state
  const quota = fetches ? choice.quota : null
  const taken = bytes + derivedBytes
  const used = quota === null ? byteSize(taken) : `${byteSize(taken)} of ${byteSize(quota)}`
  return (
    <div>
      {quota !== null && (
        <div className="mb-2">
          <p className="mb-1.5 text-xs text-ink-soft">{used}</p>
          <Meter
            label="Room taken by pictures"
            detail={`${used}, ${byteSize(pinnedBytes)} of it pinned`}
            most={Math.max(quota, taken)}
            parts={[
              { value: pinnedBytes, className: 'bg-accent-strong' },
              { value: taken - pinnedBytes, className: 'bg-accent' },
            ]}
          />
        </div>
      )}
      <KeyValue
        entries={[...takenEntries(state), ...(fetches ? pinnedEntry(state) : []), ...leftOutEntry(state)]}
      />
      {state.failed > 0 && <NotFetched state={state} />}
    </div>
  )
}

function takenEntries({
  files,
  bytes,
  derivedBytes,
  servedBytes,
  servedLimit,
  partialBytes,
}: PictureState): Entry[] {
  return [
    { label: 'Pictures', value: `${counted(files, 'picture')}, ${byteSize(bytes)}` },
    { label: 'Thumbnails', value: `${byteSize(derivedBytes)}, previews included` },
    ...(servedBytes > 0
      ? [
          {
            label: 'Made for programs',
            value: `${byteSize(servedBytes)} for the local API, never more than ${byteSize(servedLimit)}; beside the room`,
          },
        ]
      : []),
    ...(partialBytes > 0
      ? [{ label: 'On their way', value: `${byteSize(partialBytes)} of pictures not yet whole` }]
      : []),
    { label: 'In all', value: `${byteSize(bytes + derivedBytes + servedBytes + partialBytes)} on the disk` },
  ]
}

const pinnedEntry = ({ pinnedItems, pinnedBytes }: PictureState): Entry[] => [
  {
    label: 'Pinned',
    value:
      pinnedItems === 0
        ? 'No items. Pin an item on its page to keep its pictures whatever the room.'
        : `${counted(pinnedItems, 'item')}, ${byteSize(pinnedBytes)}`,
  },
]
const leftOutEntry = ({ leftOut }: PictureState): Entry[] =>
  leftOut === 0
    ? []
    : [{ label: 'Left out', value: `${counted(leftOut, 'picture')}: there is no room for them` }]

function NotFetched({ state: { failed, failure, fetches } }: { state: PictureState }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const start = useMutation(
    rpc.media.start.mutationOptions({
      onSuccess(next) {
        queries.setQueryData(rpc.media.state.queryKey(), next)
        setOpen(false)
      },
      onError: (error) => void toast.failed('It could not be started', error),
    }),
  )
  return (
    <div className="mt-2 flex items-start justify-between gap-4 border-t border-line pt-2 text-sm">
      <p className="min-w-0">
        <span className="text-bad">{counted(failed, 'picture')} not fetched.</span>{' '}
        {failure && <span className="text-ink-soft">The latest: {failure}</span>}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        Show which
      </Button>
      <PicturesFailures
        open={open}
        onOpenChange={setOpen}
        failed={failed}
        onTryAgain={fetches ? () => start.mutate({ work: 'download' }) : undefined}
      />
    </div>
  )
}
