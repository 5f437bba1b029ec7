import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { rpc } from '../../../../rpc/client.ts'

export const noPicture = { url: undefined, placeholder: undefined }
type Pictures = ReadonlyMap<string, { url: string | undefined; placeholder: string | undefined }>

/** Thumbnails of the front pictures of the visible items, by item id. */
export function usePictures(ids: readonly string[]): Pictures {
  const wantedIds = [...new Set(ids)].toSorted()
  const found = useQuery(
    rpc.catalog.pictures.queryOptions({
      input: { wanted: wantedIds.map((id) => ({ id, urls: [] })) },
      enabled: wantedIds.length > 0,
      placeholderData: (before) => before,
    }),
  )
  const cache = useRef<Map<string, { url: string | undefined; placeholder: string | undefined }>>(new Map())
  if (found.data && !found.isPlaceholderData)
    for (const [index, id] of wantedIds.entries()) {
      const { thumbnail, placeholder } = found.data[index] ?? {}
      cache.current.set(id, { url: thumbnail, placeholder })
    }
  return cache.current
}
