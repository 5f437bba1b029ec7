import { type } from '@orpc/contract'
import * as z from 'zod'
import { call } from '../rpc/procedure.ts'
import type {
  CodeItems,
  FoundCode,
  OpenPhotograph,
  PhotographComparison,
  PhotographPreview,
  PhotographSuggestions,
} from './photograph.ts'

const ofPhotograph = z.object({ id: z.string() })

/** Questions about a photograph that is not a picture of the catalog. It is not kept. */
export const photographContract = {
  /**
   * Reads the codes of a photograph, and opens it for the other procedures. Only the last few photographs stay
   * open. Fails with `NO_PICTURE` if it is not a picture or is too large, and with the code of a reading failure.
   */
  open: call
    // A path on this computer: chosen in a dialog, or the location of an upload.
    .input(z.object({ file: z.string() }))
    .output(type<OpenPhotograph>()),
  /**
   * The codes of a photograph whose bars alone cannot be read: by the digits below them. Reads the text of the
   * photograph, once. Fails with `PHOTOGRAPH_CLOSED`.
   */
  codesByDigits: call.input(ofPhotograph).output(type<{ codes: FoundCode[] }>()),
  /** The photograph in a format that every browser shows. Fails with `PHOTOGRAPH_CLOSED` or `NO_PICTURE`. */
  preview: call.input(ofPhotograph).output(type<PhotographPreview>()),
  /** The items with a code that a person has typed. Fails with `NO_CODE` if it is no product code. */
  itemsWith: call.input(z.object({ code: z.string().max(100) })).output(type<CodeItems>()),
  /**
   * Reads the text of the photograph, once, and compares it with the record of an item. Fails with
   * `PHOTOGRAPH_CLOSED` or `ITEM_NOT_FOUND`. A cancelled call stops the reading.
   */
  compare: call.input(ofPhotograph.extend({ itemId: z.string() })).output(type<PhotographComparison>()),
  /** Reads the text of the photograph, once, and lists its values for the draft of a new item. */
  suggest: call.input(ofPhotograph).output(type<PhotographSuggestions>()),
  /** Forgets the photograph, and deletes its upload. */
  close: call.input(ofPhotograph).output(type<void>()),
}
