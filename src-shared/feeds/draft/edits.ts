import * as z from 'zod'
import { say } from '../../texts/say.ts'
import { fieldStates } from '../compare/comparison.ts'
import { feedKinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { contentsName } from './made-name.ts'

/** Limit of keys, cells and items per edit; a person does not exceed it in one step. */
const maxKeys = 100_000
const text = z.string().max(1_000_000)
/** Column name (see `columns.ts`). */
const column = z.string().max(500)

/** Selection of a draft's items. Conditions are combined with AND; without any, all items are selected. */
export const draftSelection = z.object({
  keys: z.array(z.int()).max(maxKeys).optional(),
  /** Items with a problem of this group, or (`any`) with any error. */
  problem: z
    .union([z.object({ code: text, path: text.optional(), found: text.optional() }), z.literal('any')])
    .optional(),
  /** Items with such a difference from the catalog; `unchanged`: catalog items with none that is known. */
  standing: z.enum(['conflicts', 'outdated', 'changed', 'removed', 'doubled', 'unchanged']).optional(),
  /** Items whose name, code or identifier contains this text. */
  text: text.optional(),
  /** Items whose cell in this column is empty, filled, or contains a text. */
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
  /** Draft order if absent. */
  sort: z.object({ column, isDescending: z.boolean() }).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(1000),
  /** Columns whose cells are returned. */
  columns: z.array(column).max(500),
})
export type DraftRowsQuestion = z.infer<typeof draftRowsQuestion>

/** Replaces all occurrences of a text in some columns. */
export const draftReplacement = z.object({
  selection: draftSelection,
  columns: z.array(column).max(500),
  find: text,
  by: text,
  matchCase: z.boolean(),
  /** Matches only words, not their parts. */
  wholeWord: z.boolean().optional(),
})

/** A value of a column, and the value that it is merged into. */
const merge = z.object({ from: text, to: text })

/** An item. Only the outer type is validated here; the draft's checks validate its content. */
const value = z.custom<PayloadItem>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
  say`An item is an object.`,
)
/**
 * A cell and its new text; null clears it. `was`: the text that the change is based on. The edit fails with
 * `STALE_CELLS` if the cell has another text meanwhile.
 */
export const draftCell = z.object({
  key: z.int(),
  column,
  value: text.nullable(),
  was: text.nullable().optional(),
})
export type DraftCell = z.infer<typeof draftCell>

/** Sets one column of many items to the same text; null clears it. */
const setEdit = z.object({
  do: z.literal('set'),
  selection: draftSelection,
  column,
  value: text.nullable(),
})
/** Sets single cells, as pasted, filled or typed into the grid. */
const cellsEdit = z.object({ do: z.literal('cells'), cells: z.array(draftCell).max(maxKeys * 10) })
const replaceEdit = draftReplacement.extend({ do: z.literal('replace') })
/** Replaces values of one column, each as a whole. */
const mergeEdit = z.object({
  do: z.literal('merge'),
  selection: draftSelection,
  column,
  merges: z.array(merge).max(maxKeys),
})

/** One change of cells in a grid. */
export const cellEdit = z.discriminatedUnion('do', [setEdit, cellsEdit, replaceEdit, mergeEdit])
export type CellEdit = z.infer<typeof cellEdit>

/** One change of a draft. All edits of one call form one undo step. */
export const draftEdit = z.discriminatedUnion('do', [
  setEdit,
  cellsEdit,
  replaceEdit,
  mergeEdit,
  /**
   * Replaces one complete item, from the form. Fails with `STALE_ITEM` if the item has changed since
   * `revision`.
   */
  z.object({ do: z.literal('item'), key: z.int(), revision: z.int(), value }),
  /** Sets one item's XML element as typed; it is parsed once it is valid. */
  z.object({ do: z.literal('text'), key: z.int(), revision: z.int(), text: z.string().max(4_000_000) }),
  z.object({ do: z.literal('add'), values: z.array(value).max(maxKeys) }),
  z.object({ do: z.literal('remove'), selection: draftSelection }),
  /** Appends copies of the items after all others, in the same order. */
  z.object({ do: z.literal('duplicate'), selection: draftSelection }),
  /** Sets the field of each problem in a group to its suggestion, or to `value`. */
  z.object({
    do: z.literal('fix'),
    problem: z.object({ code: text, path: text, found: text.optional() }),
    value: text.optional(),
  }),
  /** Removes the picture that each problem in a group is about, or only the one at a place. */
  z.object({
    do: z.literal('drop-pictures'),
    problem: z.object({ code: text, path: text, found: text.optional() }),
    /** Key of the item, and path of the problem relative to the item. */
    at: z.object({ key: z.int(), path: text }).optional(),
  }),
  /** Removes content of the payload outside of its items, which is not needed. */
  z.object({ do: z.literal('drop-frame') }),
  /** Drops items whose product code an earlier item already has. */
  z.object({ do: z.literal('drop-repeated') }),
  /**
   * Settles differences in favour of the catalog or the draft: those of the given states, or the given fields
   * (`keys.join('/')`).
   */
  z.object({
    do: z.literal('settle'),
    selection: draftSelection,
    take: z.enum(['theirs', 'mine']),
    states: z.array(z.enum(fieldStates)).optional(),
    fields: z.array(z.string().max(1000)).max(10_000).optional(),
  }),
  /** Drops Content+ entries that the item already has from updates. */
  z.object({ do: z.literal('drop-doubles'), selection: draftSelection }),
  /** A name given by a person, or one derived from the draft's current content. */
  z.object({ do: z.literal('rename'), name: z.union([z.string().max(1000), contentsName]) }),
  z.object({ do: z.literal('group'), group: z.string().max(1000) }),
  z.object({ do: z.literal('kind'), kind: z.enum(feedKinds) }),
])
export type DraftEdit = z.infer<typeof draftEdit>

/** Decision on the fields that a later step changed as well, when a step is undone alone. */
export const clashChoice = z.object({
  /** Revision of the draft at which the clashes were read. */
  revision: z.int(),
  /** Value that clashing fields get: the one before the step, or the one that they have now. */
  take: z.enum(['undone', 'current']),
  /** Ids of the clashes that get the other value. */
  except: z.array(z.string().max(2000)).max(10_000),
})
export type ClashChoice = z.infer<typeof clashChoice>
