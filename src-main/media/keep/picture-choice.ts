import { type PictureChoice, type PictureViews, pictureViews } from '../../../src-shared/media/model.ts'
import { bestForSide, type EcommerceSide, rankToShow } from '../../../src-shared/views.ts'
import type { Storage } from '../../storage/index.ts'
import { openWorkspaceSettings } from '../../storage/index.ts'

const sideOf = ({ longestSide }: PictureChoice): number => longestSide ?? Number.POSITIVE_INFINITY
export const spaceOf = ({ quota }: PictureChoice): number => quota ?? Number.POSITIVE_INFINITY
const viewsOf = ({ views }: PictureChoice): number => pictureViews.indexOf(views)

/** Whether a choice stores more views, larger pictures, or more of them than the previous one. */
export const asksForMore = (before: PictureChoice, next: PictureChoice): boolean =>
  viewsOf(next) > viewsOf(before) || sideOf(next) > sideOf(before) || spaceOf(next) > spaceOf(before)
/** Whether a choice stores fewer views or smaller pictures than the previous one. */
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
      /** Whether this is still the person's choice. */
      isCurrent(): boolean
      /** Whether the stored pictures match the choice. */
      isFitted: boolean
    }> {
      const number = made
      const { pictures: choice, 'pictures-unfitted': isUnfitted } = await settings.read()
      return { choice, isCurrent: () => made === number, isFitted: !isUnfitted }
    },
    /** Records durably that the stored pictures match the choice. */
    fitted: (): Promise<void> => settings.write({ 'pictures-unfitted': undefined }),
  }
}

interface Viewed {
  view: string
  /** `edited`: without its background, and preferred for display. */
  type: string
}

const sides: Record<Exclude<PictureViews, 'all'>, readonly EcommerceSide[]> = {
  front: ['front'],
  sides: ['front', 'left', 'right'],
}

/**
 * The media of an item to be stored offline: the best view of each chosen side (views.ts: an edited view is
 * preferred, and a derived view is used if there is no other). An item without a known front view keeps its
 * first picture, so that no item is without one.
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
