import type { PictureTrouble } from '../../../src-shared/media/media-hosts.ts'

/** Pictures that could not be fetched, as commands answer them with --json. */
export const failedPictures = (troubles: PictureTrouble[]) => ({
  failed: troubles.reduce((sum, { count }) => sum + count, 0),
  failures: troubles,
})
