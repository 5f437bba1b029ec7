import { readFile, stat } from 'node:fs/promises'
import type { mediaContract } from '../../src-shared/media/contract.ts'
import { type AddressPicture, maxPictureBytes } from '../../src-shared/media/model.ts'
import { pictureName } from '../../src-shared/media/picture-name.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { toFileError } from '../platform/files/file-error.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'
import type { ImageQueue } from './derive/decode.ts'
import type { PictureStores } from './keep/kept-pictures.ts'
import type { KeptPicture, NewPicture } from './keep/picture-store.ts'
import { mediaPath, placeholderAddress, screenAddress } from './serve/picture-path.ts'

interface AddressPicturesOptions {
  storage: Storage
  stores: PictureStores
  images: ImageQueue
  /** Decodes a picture completely and stores its file. @throws PlainError `NO_PICTURE` */
  keepContent(bytes: Uint8Array): Promise<KeptPicture>
  put(pictures: NewPicture[]): Promise<void>
  isConnected(): boolean
  fetchAddress(url: string): Promise<void>
}

type AddressProcedures = Pick<Procedures<typeof mediaContract>, 'ofAddresses' | 'fetchAddress' | 'add'>

/** Pictures by their addresses in drafts and records, and pictures that a person adds. */
export function createAddressPictures(options: AddressPicturesOptions): AddressProcedures {
  const { storage, stores, images, keepContent, put, isConnected } = options
  const settings = openWorkspaceSettings(storage)

  const ofAddresses = async ({ urls }: { urls: string[] }): Promise<AddressPicture[]> => {
    const fetches = isConnected()
    return (await stores.pictures.known(urls)).map((found) => {
      const { picture, placeholder, isAdded = false, error } = found ?? {}
      return {
        ...(picture && {
          url: screenAddress(picture.sha256, 'original'),
          thumbnail: screenAddress(picture.sha256, 'thumbnail'),
          width: picture.width,
          height: picture.height,
        }),
        mimeType: picture?.mimeType ?? '',
        placeholder: placeholderAddress(placeholder),
        isAdded,
        failure: error,
        fetches,
      }
    })
  }
  const ofAddress = async (url: string): Promise<AddressPicture> => {
    const [found] = await ofAddresses({ urls: [url] })
    if (!found) throw new Error('no answer for an address')
    return found
  }

  return {
    ofAddresses,
    async fetchAddress({ url }) {
      await options.fetchAddress(url)
      return ofAddress(url)
    },
    async add({ file, code, view }) {
      const bytes = await readPictureFile(file)
      const picture = await images.run('screen', () => keepContent(bytes))
      const { localApi } = await settings.read()
      const name = pictureName({ gtin: code, itemId: code, view, mimeType: picture.mimeType })
      const origin = `${localApi.scheme}://127.0.0.1:${localApi.port}`
      const address = `${origin}${mediaPath}${picture.sha256}/original/${name}`
      await put([{ url: address, ...picture, isAdded: true }])
      return { address, ...(await ofAddress(address)) }
    },
  }
}

/**
 * The bytes of a picture file that a person chose.
 * @throws PlainError `NO_PICTURE` for a folder, or a file that is empty or too large
 */
export async function readPictureFile(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file)
    const megabytes = Math.floor(maxPictureBytes / 1024 / 1024)
    if (!found.isFile() || found.size === 0)
      throw new PlainError('NO_PICTURE', say`This is not a picture file. Choose a JPEG, PNG or TIFF file.`)
    if (found.size > maxPictureBytes)
      throw new PlainError(
        'NO_PICTURE',
        say`This file is larger than ${megabytes} MB. Save the picture smaller and try again.`,
      )
    return await readFile(file)
  } catch (error) {
    throw toFileError(error)
  }
}
