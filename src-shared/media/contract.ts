import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import type { PictureTrouble } from './media-hosts.ts'
import {
  type AddedPicture,
  type AddressPicture,
  type ItemPictureState,
  maxAddresses,
  type PictureFailureRow,
  type PictureRelease,
  type PictureState,
  pictureChoice,
  pictureWorks,
} from './model.ts'

const ofItem = z.object({ itemId: z.string() })
const address = z.string().max(10_000)

export const mediaContract = {
  state: query('media', 'media-work', 'workspace').output(type<PictureState>()),
  setChoice: call.input(pictureChoice).output(type<PictureState>()),
  /** The disk space that a choice would free. */
  release: call.input(pictureChoice).output(type<PictureRelease>()),
  /** Pictures that could not be fetched, latest first. */
  failures: query('media', 'items')
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<PictureFailureRow[]>()),
  /** Pictures that could not be fetched, counted by host and reason, the highest count first. */
  troubles: query('media').output(type<PictureTrouble[]>()),
  /** Starts work on all pictures; running work continues. */
  start: call.input(z.object({ work: z.enum(pictureWorks) })).output(type<PictureState>()),
  cancel: call.output(type<PictureState>()),
  /** The picture at each address. */
  ofAddresses: query('media')
    .input(z.object({ urls: z.array(address).max(maxAddresses) }))
    .output(type<AddressPicture[]>()),
  /** Fetches the picture at an address now, from the hosts that the connection allows. */
  fetchAddress: call.input(z.object({ url: address })).output(type<AddressPicture>()),
  /**
   * Keeps a picture file that a person chose. The same file under the same name gets the same address.
   * Fails with `NO_PICTURE` if it is not a picture or is too large.
   */
  add: call
    .input(
      z.object({
        /** A path on this computer: chosen in a dialog, or the location of an upload. */
        file: z.string(),
        /** Product code of the item, for the name of the file. */
        code: z.string().max(1000),
        /** View code; '' if it is not known. */
        view: z.string().max(100),
      }),
    )
    .output(type<AddedPicture>()),
  item: query('media', 'items').input(ofItem).output(type<ItemPictureState>()),
  /** Fetches all pictures of an item, independent of the choice. Returns when each has arrived or failed. */
  fetchItem: call.input(ofItem).output(type<ItemPictureState>()),
  /**
   * Pins or unpins an item. The pictures of a pinned item are kept beyond the quota; missing ones are
   * fetched.
   */
  setPinned: call.input(ofItem.extend({ pinned: z.boolean() })).output(type<ItemPictureState>()),
}
