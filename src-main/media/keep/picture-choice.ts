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
/** Whether a choice keeps fewer views than the one before, or smaller ones. */
export const asksForLess = (before: PictureChoice, next: PictureChoice): boolean =>
  viewsOf(next) < viewsOf(before) || sideOf(next) < sideOf(before)

export type PictureChoices = ReturnType<typeof pictureChoices>

export function pictureChoices(storage: Storage) {
  const settings = openWorkspaceSettings(storage)
  let made = 0
  const read = async (): Promise<PictureChoice> => (await settings.read()).pictures
  return {
    read,
    async set(choice: PictureChoice): Promise<void> {
      const before = await read()
      const unfitted = asksForLess(before, choice) ? { 'pictures-unfitted': true } : {}
      await settings.write({ pictures: choice, ...unfitted })
      made += 1
    },
    async current(): Promise<{
      choice: PictureChoice
      /** Whether the person has not chosen otherwise since. */
      isCurrent(): boolean
      /** Whether the kept pictures were brought in line with the choice. */
      isFitted: boolean
    }> {
      const number = made
      const { pictures: choice, 'pictures-unfitted': isUnfitted } = await settings.read()
      return { choice, isCurrent: () => made === number, isFitted: !isUnfitted }
    },
    /** Notes durably that the kept pictures are in line with the choice. */
    fitted: (): Promise<void> => settings.write({ 'pictures-unfitted': undefined }),
  }
}

interface Viewed {
  view: string
  /** `edited`: without its background, and better to look at. */
  type: string
}

const sides: Record<Exclude<PictureViews, 'all'>, readonly EcommerceSide[]> = {
  front: ['front'],
  sides: ['front', 'left', 'right'],
}

/**
 * The media of an item that are to be kept offline: the best view of each side that was chosen (views.ts, an edited view
 * first; a derived view where there is no other). An item without a known view of its front keeps its first picture, so
 * that no item is without one.
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
