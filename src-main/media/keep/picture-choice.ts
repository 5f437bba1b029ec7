import { type PictureChoice, type PictureViews, pictureViews } from '../../../src-shared/media/model.ts'
import { bestForSide, type EcommerceSide, rankToShow } from '../../../src-shared/views.ts'
import type { Storage } from '../../storage/index.ts'
import { openWorkspaceSettings } from '../../storage/index.ts'

const sideOf = ({ longestSide }: PictureChoice): number => longestSide ?? Number.POSITIVE_INFINITY
export const spaceOf = ({ quota }: PictureChoice): number => quota ?? Number.POSITIVE_INFINITY
const viewsOf = ({ views }: PictureChoice): number => pictureViews.indexOf(views)

/** Whether a choice keeps more views, larger ones, or more of them than the one before. */
export const asksForMore = (before: PictureChoice, next: PictureChoice): boolean =>
  viewsOf(next) > viewsOf(before) || sideOf(next) > sideOf(before) || spaceOf(next) > spaceOf(before)
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

interface Viewed {
  view: string
  /** `edited` is the better one to look at: it is free of its background. */
  type: string
}

const sides: Record<Exclude<PictureViews, 'all'>, readonly EcommerceSide[]> = {
  front: ['front'],
  sides: ['front', 'left', 'right'],
}

/**
 * Of an item's media those that are to be kept offline: for each side that was chosen the best view there is
 * (views.ts, the edited one first; one derived from it where there is no other). An item whose front has no view we
 * know keeps its first picture, so that it is never without one.
 */
export function wantedMedia<M extends Viewed>(media: readonly M[], views: PictureViews): M[] {
  if (views === 'all') return [...media]
  const wanted = new Set<M>()
  for (const side of sides[views]) {
    const best = bestForSide(media, side, rankToShow) ?? (side === 'front' ? media[0] : undefined)
    if (best) wanted.add(best)
  }
  return [...wanted]
}
