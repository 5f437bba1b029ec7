/** Interval at which a page says that it has a draft open, and time after which it counts as gone; milliseconds. */
export const beat = 10_000
export const absence = 30_000

/** A person who has a draft open. */
export interface Present {
  name: string
  /** The item that the person edits, if it is in the draft. */
  item?: { key: number; position: number }
}
