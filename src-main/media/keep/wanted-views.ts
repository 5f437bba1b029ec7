import type { PictureViews } from '../../../src-shared/media/model.ts'
import { bestForSide, type EcommerceSide, rankToShow } from '../../../src-shared/views.ts'

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
 * (views.ts, the edited one first; one derived from it where there is no other). An item whose front has no view we know keeps its first picture, so that it is
 * never without one.
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
