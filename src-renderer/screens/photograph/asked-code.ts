import type { NamedItem, PictureBox } from '../../../src-shared/evidence/model.ts'
import type { CodeItems, PhotographPreview } from '../../../src-shared/evidence/photograph.ts'

/** A code of the photograph, or one that the person typed, with its items. */
export interface AskedCode extends CodeItems {
  digits: string
  /** Kind of barcode; absent for a typed code. */
  format?: string
  box?: PictureBox
}

/** What the label is read for: the record of an item, or, without one, a new item with the code. */
export interface Choice {
  code: AskedCode
  item?: NamedItem
}

/** An open photograph, and what a part of its dialog can do. */
export interface PhotographProps {
  id: string
  /** Name of the file. */
  name: string
  preview: PhotographPreview | undefined
  /** Marks a part of the photograph. */
  onShow: (box: PictureBox) => void
  onClose: () => void
}
