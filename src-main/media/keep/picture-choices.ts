import {
  defaultPictureChoice,
  type PictureChoice,
  pictureChoice,
  pictureViews,
} from '../../../src-shared/media/model.ts'
import type { Storage } from '../../storage/index.ts'
import { settingReader, settingWriter } from '../../storage/index.ts'

/** The settings the choice is kept under, and whether what is kept has still to be brought in line with it. */
const choiceKey = 'pictures'
const unfittedKey = 'pictures-unfitted'

const sideOf = ({ longestSide }: PictureChoice): number => longestSide ?? Number.POSITIVE_INFINITY
export const roomOf = ({ quota }: PictureChoice): number => quota ?? Number.POSITIVE_INFINITY
const viewsOf = ({ views }: PictureChoice): number => pictureViews.indexOf(views)

/** Whether a choice keeps more views, larger ones, or more of them than the one before. */
export const asksForMore = (before: PictureChoice, next: PictureChoice): boolean =>
  viewsOf(next) > viewsOf(before) || sideOf(next) > sideOf(before) || roomOf(next) > roomOf(before)
/** Whether it keeps fewer views, or smaller ones. */
export const asksForLess = (before: PictureChoice, next: PictureChoice): boolean =>
  viewsOf(next) < viewsOf(before) || sideOf(next) < sideOf(before)

export interface PictureChoices {
  read(): Promise<PictureChoice>
  set(choice: PictureChoice): Promise<void>
  current(): Promise<{
    choice: PictureChoice
    /** Whether no other has been made since. */
    isCurrent(): boolean
    /** Whether what is kept was brought in line with it. */
    isFitted: boolean
  }>
  /** What is kept has been brought in line: that outlives the program. */
  fitted(): Promise<void>
}

export function pictureChoices(storage: Storage): PictureChoices {
  const reader = storage.reader(settingReader)
  const writer = storage.writer(settingWriter)
  let made = 0
  const read = async (): Promise<PictureChoice> => {
    const kept = pictureChoice.safeParse(await reader.get(choiceKey))
    return kept.success ? kept.data : defaultPictureChoice
  }
  return {
    read,
    async set(choice) {
      const before = await read()
      const unfitted = asksForLess(before, choice) ? { [unfittedKey]: true } : {}
      await writer.set({ [choiceKey]: choice, ...unfitted })
      made += 1
    },
    async current() {
      const number = made
      const [choice, unfitted] = await Promise.all([read(), reader.get(unfittedKey)])
      return { choice, isCurrent: () => made === number, isFitted: unfitted !== true }
    },
    fitted: () => writer.set({ [unfittedKey]: undefined }),
  }
}
