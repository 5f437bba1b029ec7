import { useQuery } from '@tanstack/react-query'
import { type AddressPicture, maxAddresses } from '../../src-shared/media/model.ts'
import { batched } from '../rpc/batched.ts'
import { client, rpc } from '../rpc/client.ts'
import { isWebAddress } from './web-address.ts'

const fetchAddress = batched((urls: string[]) => client.media.ofAddresses({ urls }), maxAddresses)

/** Files that are no pictures, by the ending of their address. */
const otherFiles = /\.(?:mp4|m4v|mov|webm|avi|mkv|mp3|wav|pdf|docx?|xlsx?|pptx?|zip|html?)$/i

/** Whether the file at an address may be a picture. */
export const isPictureAddress = (url: string): boolean =>
  isWebAddress(url) && !otherFiles.test(url.split(/[?#]/, 1)[0] ?? '')

/**
 * The picture at an address as stored on this computer; undefined while loading, and for text that is no
 * address of a picture. Visible addresses are requested in one batch.
 */
export function useAddressPicture(url: string): AddressPicture | undefined {
  const found = useQuery({
    queryKey: rpc.media.ofAddresses.queryKey({ input: { urls: [url] } }),
    queryFn: () => fetchAddress(url),
    enabled: isPictureAddress(url),
    networkMode: 'always',
    // Lists and grids render thousands of addresses during scrolling.
    gcTime: 60_000,
  })
  return found.data
}
