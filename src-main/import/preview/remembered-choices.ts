/** Applies the choices for an earlier file to the next one with the same columns. */
import { isDeepStrictEqual } from 'node:util'
import {
  type ColumnMapping,
  type NumberNotation,
  type RememberedChoice,
  rememberedChoiceNames,
} from '../../../src-shared/import/model.ts'
import { fieldAt, hasGtin } from '../columns/import-fields.ts'
import type { RowPlan } from '../rows/import-mapper.ts'
import type { Remembered } from './import-memory.ts'

/** The choices of a person that are proposed again for a file. */
export function rememberedChoices(
  recalled: Remembered,
  detected: ColumnMapping,
  {
    plan: { mapping },
    chosen,
  }: { plan: Pick<RowPlan, 'mapping'>; chosen: Pick<Remembered, 'encoding' | 'separator'> },
): RememberedChoice[] {
  const isIn: Record<RememberedChoice, boolean> = {
    mapping: !isDeepStrictEqual({ ...mapping }, { ...detected }),
    numbers: recalled.numbers !== undefined,
    rows: recalled.rowChoices !== undefined,
    names: recalled.names.otherwise !== undefined,
    encoding: chosen.encoding !== undefined && chosen.encoding === recalled.encoding,
    separator: chosen.separator !== undefined && chosen.separator === recalled.separator,
  }
  return rememberedChoiceNames.filter((choice) => isIn[choice])
}

/** Detected notations, and for the columns without one those that a person chose for an earlier file. */
export function withRemembered(
  detected: NumberNotation,
  recalled: NumberNotation | undefined,
  columns: readonly string[],
): NumberNotation {
  if (!recalled) return detected
  const marks = columns.flatMap((name) => {
    const mark = detected.columns[name] ?? (detected.other ? undefined : recalled.columns[name])
    return mark ? [[name, mark] as const] : []
  })
  return { ...detected, columns: { ...detected.columns, ...Object.fromEntries(marks) } }
}

/** The remembered mapping, limited to columns of this file and to fields that exist. */
export function withNew(
  remembered: ColumnMapping,
  detected: ColumnMapping,
  columns: string[],
): ColumnMapping {
  const present = new Set(columns)
  const mapping = Object.entries(remembered).filter(([name, path]) => present.has(name) && fieldAt.has(path))
  return hasGtin(remembered) ? Object.fromEntries(mapping) : { ...detected, ...Object.fromEntries(mapping) }
}
