import * as z from 'zod'
import { type FeedKind, feedKinds, kinds } from '../kinds/kinds.ts'

/** What a draft is called by what it holds: `New items`, `Update: 3 items`, `Update: Oats`. */
export const contentsName = z.object({
  made: z.literal('contents'),
  kind: z.enum(feedKinds),
  /** How many items, where there are several. */
  items: z.int().optional(),
  /** The only item, by its title or code. */
  about: z.string().max(1000).optional(),
})
export type ContentsName = z.infer<typeof contentsName>

/**
 * What a name is made of that the program made. It is kept beside the English text that {@link englishName} makes of it;
 * a page says it in its own language.
 */
export type NameParts =
  | ContentsName
  /** Of the items it was begun from: `Tea and 5 more`. */
  | { made: 'begun-from'; first: string; more: number }
  /** Of what was searched for: `Update: tea`. */
  | { made: 'search'; kind: FeedKind; text: string }
  /** Of an item's earlier values: `Tea: values of version 2`. */
  | { made: 'version'; item: string; version: number }
  /** Of who posted it to the local API: `Posted by pim`. */
  | { made: 'posted'; by: string }
  /** Of a batch: `Tea (2 of 5)`; `inner` of a feed that was split: `Tea (2 of 5, part 1.2)`. */
  | { made: 'part'; whole: Name; number: number; of: number; inner?: number[] }

/** A name as a person gave it, or what it is made of. */
export type Name = string | NameParts

/** What has a name. */
export interface Named {
  /** In English where it is made. */
  name: string
  /** Absent where a person gave the name. */
  nameParts?: NameParts
}

export const nameOf = ({ name, nameParts }: Named): Name => nameParts ?? name

/** A name as it is kept: in the language of the local API, of files and of searching. */
export function englishName(name: Name): string {
  if (typeof name === 'string') return name
  switch (name.made) {
    case 'contents': {
      const { kind, items, about } = name
      if (kinds[kind].isNamedAfterItem && about !== undefined) return about
      const what = items === undefined ? about : `${items} items`
      return what === undefined ? kinds[kind].title : `${kinds[kind].title}: ${what}`
    }
    case 'begun-from':
      return name.more === 0 ? name.first : `${name.first} and ${name.more} more`
    case 'search':
      return `${kinds[name.kind].title}: ${name.text}`
    case 'version':
      return `${name.item}: values of version ${name.version}`
    case 'posted':
      return `Posted by ${name.by}`
    case 'part': {
      const inner = name.inner ? `, part ${name.inner.join('.')}` : ''
      return `${englishName(name.whole)} (${name.number} of ${name.of}${inner})`
    }
  }
}
