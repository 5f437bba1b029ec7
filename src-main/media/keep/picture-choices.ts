import { type PictureChoice, pictureViews } from '../../../src-shared/media/model.ts'
import type { Storage } from '../../storage/index.ts'
import { openWorkspaceSettings } from '../../storage/index.ts'

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
  const settings = openWorkspaceSettings(storage)
  let made = 0
  const read = async (): Promise<PictureChoice> => (await settings.read()).pictures
  return {
    read,
    async set(choice) {
      const before = await read()
      const unfitted = asksForLess(before, choice) ? { 'pictures-unfitted': true } : {}
      await settings.write({ pictures: choice, ...unfitted })
      made += 1
    },
    async current() {
      const number = made
      const { pictures: choice, 'pictures-unfitted': isUnfitted } = await settings.read()
      return { choice, isCurrent: () => made === number, isFitted: !isUnfitted }
    },
    fitted: () => settings.write({ 'pictures-unfitted': undefined }),
  }
}
