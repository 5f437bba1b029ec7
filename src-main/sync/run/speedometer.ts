import type { Clock } from '../../platform/clock.ts'

/** Number of pages averaged: enough for a steady rate, few enough to stay current. */
const maxNotes = 20

export type Speedometer = ReturnType<typeof createSpeedometer>

/** Measures the rate of items over the last pages. */
export function createSpeedometer(clock: Clock) {
  const notes: { at: number; items: number }[] = [{ at: clock.now(), items: 0 }]
  return {
    note(items: number): void {
      notes.push({ at: clock.now(), items })
      if (notes.length > maxNotes) notes.shift()
    },
    /** Items per second; undefined until there is data. */
    rate(): number | undefined {
      const [first] = notes
      const last = notes.at(-1)
      if (!first || !last || last.at <= first.at) return undefined
      const items = notes.slice(1).reduce((sum, note) => sum + note.items, 0)
      return items === 0 ? undefined : (items * 1000) / (last.at - first.at)
    },
  }
}
