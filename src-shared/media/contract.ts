import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import type { PictureTrouble } from './media-hosts.ts'
import {
  type ItemPictureState,
  type PictureFailureRow,
  type PictureRelease,
  type PictureState,
  pictureChoice,
  pictureWorks,
} from './model.ts'

const ofItem = z.object({ itemId: z.string() })

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
  item: query('media', 'items').input(ofItem).output(type<ItemPictureState>()),
  /** Fetches all pictures of an item, independent of the choice. Returns when each has arrived or failed. */
  fetchItem: call.input(ofItem).output(type<ItemPictureState>()),
  /**
   * Pins or unpins an item. The pictures of a pinned item are kept beyond the quota; missing ones are
   * fetched.
   */
  setPinned: call.input(ofItem.extend({ pinned: z.boolean() })).output(type<ItemPictureState>()),
}
