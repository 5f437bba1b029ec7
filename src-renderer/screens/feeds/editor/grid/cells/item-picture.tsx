import { useQuery } from '@tanstack/react-query'
import { mostPictures } from '../../../../../../src-shared/catalog/contract.ts'
import { type FeedKind, kinds } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { batched } from '../../../../../rpc/batched.ts'
import { client, rpc } from '../../../../../rpc/client.ts'
import { Thumbnail } from '../../../../../ui/thumbnail.tsx'
import { type GridRow, textOf } from '../row-windows.ts'

type Wanted = Parameters<typeof client.catalog.pictures>[0]['wanted'][number]
const askPicture = batched((wanted: Wanted[]) => client.catalog.pictures({ wanted }), mostPictures)

/** The item's picture in the catalog, else one of its own that is kept; asked for with those of the rows beside it. */
export function ItemPicture({ row, kind }: { row: GridRow; kind: FeedKind }) {
  const { data } = row
  const code = data?.code ?? ''
  const { pictures, isById } = kinds[kind].payload
  const urls = pictures.flatMap((column) => textOf(row, column) ?? [])
  const wanted: Wanted = isById ? { id: code, urls } : { code, urls }
  const isKnown = code !== '' || urls.length > 0
  const picture = useQuery({
    queryKey: rpc.catalog.pictures.queryKey({ input: { wanted: [wanted] } }),
    queryFn: () => askPicture(wanted),
    enabled: data !== undefined && isKnown,
    networkMode: 'always',
    // Thousands of rows pass by while one scrolls.
    gcTime: 60_000,
  })
  return (
    <Thumbnail
      url={picture.data?.thumbnail}
      placeholder={picture.data?.placeholder}
      className="mx-auto size-6"
    />
  )
}
