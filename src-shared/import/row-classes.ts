/**
 * The classes of a file's rows by their item in the catalog, and what an import into drafts does with each
 * class.
 */
import * as z from 'zod'
import type { ComparedField } from '../feeds/compare/comparison.ts'
import { type FeedKind, feedKinds, kinds, kindsOf } from '../feeds/kinds/kinds.ts'

/**
 * - `new`: the catalog has no item with the GTIN
 * - `changed`: the file has a value that differs from the catalog's; an empty cell is no difference
 * - `unchanged`: the catalog already has all values of the file
 */
export const rowClasses = ['new', 'changed', 'unchanged'] as const
export type RowClass = (typeof rowClasses)[number]

/** The kind of feed that the rows of a class become; `leave` makes nothing of them. */
export type RowChoice = FeedKind | 'leave'

const itemKinds = kindsOf('items')
/** Kinds that add an item, and refuse one that exists. */
const addingKinds = itemKinds.filter((kind) => kinds[kind].ifPresent === 'refused')
/** Kinds that change a part of an item. */
const changingKinds = itemKinds.filter((kind) => kinds[kind].ifPresent === 'changed')
/** Kinds that replace the record of an item. */
const replacingKinds = itemKinds.filter((kind) => kinds[kind].ifPresent === 'replaced')

/** The possible choices for the rows of a class, the default first. */
export const possibleChoices: Readonly<Record<RowClass, readonly RowChoice[]>> = {
  new: [...addingKinds, 'leave'],
  // A replaced record takes every value of the file; a change takes only those of its fields.
  changed: [...replacingKinds, ...changingKinds, 'leave'],
  unchanged: ['leave', ...replacingKinds],
}

/** The kinds of feed that can change an item of the catalog. */
export const kindsForChanges: readonly FeedKind[] = [...replacingKinds, ...changingKinds]

/** The kind of feed whose fields are compared with the catalog: it carries every field of a file. */
export const comparingKind: FeedKind = replacingKinds[0] ?? feedKinds[0]

const choice = z.enum(['leave', ...feedKinds])
export const rowChoices = z
  .object({ new: choice, changed: choice, unchanged: choice })
  .partial()
  .refine((chosen) => rowClasses.every((one) => isPossible(one, chosen[one])), {
    message: 'A class of rows has no such choice.',
  })
export type RowChoices = Partial<Record<RowClass, RowChoice>>

const isPossible = (rowClass: RowClass, chosen: RowChoice | undefined): boolean =>
  chosen === undefined || possibleChoices[rowClass].includes(chosen)

/** The choice for the rows of a class: the given one, or the default. */
export const choiceFor = (rowClass: RowClass, { [rowClass]: chosen }: RowChoices = {}): RowChoice =>
  chosen ?? possibleChoices[rowClass][0] ?? 'leave'

/** A field that differs from the catalog: its value there, and its value after the import. */
export type RowField = Pick<ComparedField, 'keys' | 'path' | 'labels' | 'theirs' | 'mine'>

/** A row of a dry run, compared with the catalog. */
export interface ComparedRow {
  /** 1-based line of the file. */
  line: number
  class: RowClass
  /** Padded to 14 digits. */
  gtin: string
  title: string
  /** Identifier of the catalog item; '' for a new one. */
  about: string
  /** Empty unless the row is `changed`. */
  fields: RowField[]
  /** Number of the fields that a feed of each kind can change. */
  carried: Partial<Record<FeedKind, number>>
}

/** A window of the rows of one class, in the order of the file. */
export interface ComparedRows {
  total: number
  rows: ComparedRow[]
}

/** Number of rows and fields that a kind of feed can change. */
export interface CarriedCount {
  rows: number
  fields: number
}

/** The changed rows of a dry run in numbers. */
export interface RowSummary {
  /** Number of fields that differ, over all changed rows. */
  fields: number
  /** By kind of feed. */
  carried: Partial<Record<FeedKind, CarriedCount>>
}
