import { useMutation } from '@tanstack/react-query'
import { Download, Megaphone } from 'lucide-react'
import { useLocation } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useExport } from '../export/use-export.ts'

interface ActionProps {
  itemId: string
  /** One retailer; absent: all that have content. */
  retailer?: { retailerId: string; retailerName: string }
  label: string
}

/** Takes the content of one retailer, or of all, out as a Content+ feed. */
export function ExportContentPlus({ itemId, retailer, label }: ActionProps) {
  const { job, starting, start } = useExport((error) => toast.failed('The content was not exported', error))
  const run = async (): Promise<void> => {
    const ended = await start({
      source: { itemIds: [itemId] },
      format: 'contentplus',
      cells: 'safe',
      ...(retailer && { retailerIds: [retailer.retailerId] }),
    })
    if (ended?.state === 'completed') toast.done('Exported as a Content+ feed', ended.file ?? ended.fileName)
    else if (ended?.note) toast.failed('The content was not exported', ended.note)
  }
  return (
    <Button
      size={retailer ? 'small' : 'medium'}
      icon={<Download className={retailer ? 'size-3.5' : 'size-4'} aria-hidden />}
      busy={starting || job?.state === 'running'}
      aria-label={retailer ? `Export the content of ${retailer.retailerName}` : undefined}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}

/** Begins a Content+ feed with what is kept of the item, for one retailer or for all. */
export function DraftContentPlus({ itemId, retailer, label }: ActionProps) {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  return (
    <Button
      size={retailer ? 'small' : 'medium'}
      icon={<Megaphone className={retailer ? 'size-3.5' : 'size-4'} aria-hidden />}
      busy={createDraft.isPending}
      aria-label={retailer ? `Draft a feed for ${retailer.retailerName}` : undefined}
      onClick={() =>
        createDraft.mutate({
          kind: 'contentplus',
          fromItemIds: [itemId],
          ...(retailer && { retailerIds: [retailer.retailerId] }),
        })
      }
    >
      {label}
    </Button>
  )
}
