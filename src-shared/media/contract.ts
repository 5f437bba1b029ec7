import { type } from '@orpc/contract'
import * as z from 'zod'
import type { PictureTrouble } from '../media-hosts.ts'
import { call, query } from '../rpc/procedure.ts'
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
  /** What choosing this would free. */
  release: call.input(pictureChoice).output(type<PictureRelease>()),
  /** What could not be fetched, the latest first. */
  failures: query('media', 'items')
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<PictureFailureRow[]>()),
  /** The same by host and reason, the most first. */
  troubles: query('media').output(type<PictureTrouble[]>()),
  /** Begins a work; one that is going on is left to it. */
  start: call.input(z.object({ work: z.enum(pictureWorks) })).output(type<PictureState>()),
  cancel: call.output(type<PictureState>()),
  item: query('media', 'items').input(ofItem).output(type<ItemPictureState>()),
  /** Fetches all pictures of an item now, whatever the choice, and answers when they are here or have failed. */
  fetchItem: call.input(ofItem).output(type<ItemPictureState>()),
  /** A pinned item's pictures are kept whatever the quota; what is missing of them is fetched. */
  setPinned: call.input(ofItem.extend({ pinned: z.boolean() })).output(type<ItemPictureState>()),
}
