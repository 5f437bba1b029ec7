import { defineReader, defineWriter } from '../../../storage/index.ts'

export const presenceReader = defineReader('drafts/presence', ({ db }) => {
  const position = db
    .prepare<{ draft: string; key: number }, number>(
      `SELECT (SELECT count(*) FROM draft_item b WHERE b.draft = i.draft AND b.key <= i.key)
       FROM draft_item i WHERE i.draft = @draft AND i.key = @key`,
    )
    .pluck()
  return {
    /** 1-based positions of the items that are in the draft, by key. */
    positions: (draft: string, keys: readonly number[]): Map<number, number> =>
      new Map(
        keys.flatMap((key): [number, number][] => {
          const found = position.get({ draft, key })
          return found === undefined ? [] : [[key, found]]
        }),
      ),
  }
})

export const presenceWriter = defineWriter('drafts/presence', ({ record }) => ({
  /** Tells the pages that people came, went or moved in a draft. Stores nothing. */
  changed: (draft: string): void => record({ topic: 'presence', ids: [draft] }),
}))
