import { useQuery } from '@tanstack/react-query'
import { maxPictures } from '../../../../../src-shared/catalog/contract.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { batched } from '../../../../rpc/batched.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { Thumbnail } from '../../../../ui/thumbnail.tsx'

type Wanted = Parameters<typeof client.catalog.pictures>[0]['wanted'][number]
const fetchPicture = batched((wanted: Wanted[]) => client.catalog.pictures({ wanted }), maxPictures)

/**
 * Picture of the catalog item, or of the draft item if it is stored. Visible items are requested in one batch.
 * @param code of the item; undefined while it is not loaded
 * @param urls addresses of pictures of the draft item
 */
export function DraftPicture({
  kind,
  code,
  urls,
  className,
}: {
  kind: FeedKind
  code: string | undefined
  urls: readonly string[]
  className: string
}) {
  const known = code ?? ''
  const wanted: Wanted = { ...(kinds[kind].payload.isById && { id: known }), code: known, urls: [...urls] }
  const picture = useQuery({
    queryKey: rpc.catalog.pictures.queryKey({ input: { wanted: [wanted] } }),
    queryFn: () => fetchPicture(wanted),
    enabled: known !== '' || urls.length > 0,
    networkMode: 'always',
    // Thousands of items are rendered during scrolling.
    gcTime: 60_000,
  })
  return (
    <Thumbnail url={picture.data?.thumbnail} placeholder={picture.data?.placeholder} className={className} />
  )
}
