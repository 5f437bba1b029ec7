import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Pin, PinOff } from 'lucide-react'
import type { ItemPictureState } from '../../../src-shared/media/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { byteSize } from '../../ui/words.ts'

/** Which of an item's pictures are on this computer, and the way to have and to hold them. */
export function PictureKeeping({ itemId }: { itemId: string }) {
  const queries = useQueryClient()
  const input = { itemId }
  const state = useQuery(rpc.media.item.queryOptions({ input }))
  const keep = (next: ItemPictureState) => void queries.setQueryData(rpc.media.item.queryKey({ input }), next)
  const pin = useMutation(
    rpc.media.setPinned.mutationOptions({
      onSuccess: keep,
      onError: (error) => void toast.failed('The item was not pinned', error),
    }),
  )
  const fetchNow = useMutation(
    rpc.media.fetchItem.mutationOptions({
      onSuccess(next) {
        keep(next)
        const [failure] = next.failures
        if (failure) toast.failed('Not all pictures came', new Error(failure.reason))
        else toast.done('All pictures are here')
      },
      onError: (error) => void toast.failed('The pictures could not be fetched', error),
    }),
  )
  // Where nothing is fetched nothing is given up: there is nothing to choose.
  if (!state.data?.fetches || state.data.named === 0) return null
  const { named, kept, bytes, pinned, fetching, failures } = state.data
  const [failure] = failures
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-3 py-2">
      <p className="text-xs text-ink-soft" aria-live="polite">
        {kept === named ? `All ${named}` : `${kept} of ${named}`} on this computer
        {bytes > 0 && `, ${byteSize(bytes)}`}
        {pinned && ', pinned'}
      </p>
      {failure && <p className="text-xs text-bad">{failure.reason}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={pin.isPending}
          icon={
            pinned ? <PinOff className="size-3.5" aria-hidden /> : <Pin className="size-3.5" aria-hidden />
          }
          onClick={() => pin.mutate({ itemId, pinned: !pinned })}
        >
          {pinned ? 'Unpin pictures' : 'Pin pictures'}
        </Button>
        {kept < named && (
          <Button
            size="small"
            busy={fetching || fetchNow.isPending}
            icon={<Download className="size-3.5" aria-hidden />}
            onClick={() => fetchNow.mutate({ itemId })}
          >
            Get pictures now
          </Button>
        )}
      </div>
    </div>
  )
}
