import * as z from 'zod'
import { type FeedKind, feedKinds, kinds } from '../kinds/kinds.ts'

/** A draft name derived from its content: `New items`, `Update: 3 items`, `Update: Oats`. */
export const contentsName = z.object({
  made: z.literal('contents'),
  kind: z.enum(feedKinds),
  /** Number of items, if there are several. */
  items: z.int().optional(),
  /** The only item, by its title or code. */
  about: z.string().max(1000).optional(),
})
export type ContentsName = z.infer<typeof contentsName>

/**
 * Parts of a generated name. They are stored with the English text from {@link englishName}; the UI
 * translates them.
 */
export type NameParts =
  | ContentsName
  /** From its source items: `Tea and 5 more`. */
  | { made: 'begun-from'; first: string; more: number }
  /** From a search text: `Update: tea`. */
  | { made: 'search'; kind: FeedKind; text: string }
  /** From an earlier version of an item: `Tea: values of version 2`. */
  | { made: 'version'; item: string; version: number }
  /** From the user of the local API who posted it: `Posted by pim`. */
  | { made: 'posted'; by: string }
  /** Part of a batch: `Tea (2 of 5)`; with `inner` for a feed that was split: `Tea (2 of 5, part 1.2)`. */
  | { made: 'part'; whole: Name; number: number; of: number; inner?: number[] }

/** A name given by a person, or the parts of a generated one. */
export type Name = string | NameParts

/** Something that has a name. */
export interface Named {
  /** English if the name is generated. */
  name: string
  /** Absent if a person gave the name. */
  nameParts?: NameParts
}

export const nameOf = ({ name, nameParts }: Named): Name => nameParts ?? name

/** The name as stored: in English, as used by the local API, files and search. */
export function englishName(name: Name): string {
  if (typeof name === 'string') return name
  switch (name.made) {
    case 'contents': {
      const { kind, items, about } = name
      if (kinds[kind].isNamedAfterItem && about !== undefined) return about
      const contents = items === undefined ? about : `${items} items`
      return contents === undefined ? kinds[kind].title : `${kinds[kind].title}: ${contents}`
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
