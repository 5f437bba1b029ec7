import type { MediaSource } from '../../media/index.ts'

/** Serves no pictures: records come without media. */
export const noMedia: MediaSource = {
  entries: async (items) => items.map(() => []),
  open: async () => undefined,
}
