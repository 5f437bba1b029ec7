import * as z from 'zod'
import { say } from '../../texts/say.ts'
import { feedKinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { fieldStates } from './comparison.ts'
import { contentsName } from './made-name.ts'

/** More keys, cells or items than these are no work of a person in one go. */
const most = 100_000
const text = z.string().max(1_000_000)
/** A column by its name (`columns.ts`). */
const column = z.string().max(500)

/** Which of a draft's items are meant. Conditions are combined; none means all. */
export const draftSelection = z.object({
  keys: z.array(z.int()).max(most).optional(),
  /** Items with a problem of this code, or (`any`) with any error. `path` is the field, as a group of problems names it. */
  problem: z.union([z.object({ code: text, path: text.optional() }), z.literal('any')]).optional(),
  /** Items with fields that stand so against the catalog. */
  standing: z.enum(['conflicts', 'outdated', 'changed', 'removed', 'doubled']).optional(),
  /** Items whose name, code or identifier contains this. */
  text: text.optional(),
  /** Items whose cell in a column is empty, filled, or contains a text. */
  cell: z
    .object({
      column,
      is: z.union([z.literal('empty'), z.literal('filled'), z.object({ containing: text })]),
    })
    .optional(),
})
export type DraftSelection = z.infer<typeof draftSelection>

export const draftRowsQuestion = z.object({
  id: z.string(),
  selection: draftSelection,
  /** The draft's own order when absent. */
  sort: z.object({ column, isDescending: z.boolean() }).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(1000),
  /** Columns whose cells are answered. */
  columns: z.array(column).max(500),
})
export type DraftRowsQuestion = z.infer<typeof draftRowsQuestion>

/** Replaces a text wherever it stands in some columns. */
export const draftReplacement = z.object({
  selection: draftSelection,
  columns: z.array(column).max(500),
  find: text,
  by: text,
  matchCase: z.boolean(),
})

/** An item as its description says; what is in it is judged by the checks of the draft. */
const value = z.custom<PayloadItem>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
  say`An item is an object.`,
)
const cell = z.object({ key: z.int(), column, value: text.nullable() })

/** One change of a draft. Those sent together are one step that can be undone. */
export const draftEdit = z.discriminatedUnion('do', [
  /** The same text in one column of many items; null empties it. */
  z.object({ do: z.literal('set'), selection: draftSelection, column, value: text.nullable() }),
  /** Single cells: what was pasted, filled or typed into the grid. */
  z.object({ do: z.literal('cells'), cells: z.array(cell).max(most * 10) }),
  draftReplacement.extend({ do: z.literal('replace') }),
  /** One whole item, out of the form. Refused (`STALE_ITEM`) when the item was changed since `revision`. */
  z.object({ do: z.literal('item'), key: z.int(), revision: z.int(), value }),
  /** One item's element as typed; it is read when it can be. */
  z.object({ do: z.literal('text'), key: z.int(), revision: z.int(), text: z.string().max(4_000_000) }),
  z.object({ do: z.literal('add'), values: z.array(value).max(most) }),
  z.object({ do: z.literal('remove'), selection: draftSelection }),
  /** Copies of the items stand behind the others, in the same order. */
  z.object({ do: z.literal('duplicate'), selection: draftSelection }),
  /** Puts the suggestion of each problem of a group in its place. */
  z.object({ do: z.literal('suggest'), code: text, path: text }),
  /** Takes away what the payload held beside its items, which nobody needs. */
  z.object({ do: z.literal('drop-frame') }),
  /** Drops items whose product code an earlier item has. */
  z.object({ do: z.literal('drop-repeated') }),
  /** Decides for the catalog's values or the draft's, of the items' fields that stand so, or of these (`keys.join('/')`). */
  z.object({
    do: z.literal('settle'),
    selection: draftSelection,
    take: z.enum(['theirs', 'mine']),
    states: z.array(z.enum(fieldStates)).optional(),
    fields: z.array(z.string().max(1000)).max(10_000).optional(),
  }),
  /** Drops entries of Content+ out of updates that the items have already. */
  z.object({ do: z.literal('drop-doubles'), selection: draftSelection }),
  /** The name that a person gives, or that follows from what the draft holds now. */
  z.object({ do: z.literal('rename'), name: z.union([z.string().max(1000), contentsName]) }),
  z.object({ do: z.literal('group'), group: z.string().max(1000) }),
  z.object({ do: z.literal('kind'), kind: z.enum(feedKinds) }),
])
export type DraftEdit = z.infer<typeof draftEdit>
